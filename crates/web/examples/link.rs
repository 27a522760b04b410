//! Plays the games of links with the native library, for comparison with the page:
//! `link replay LINK` prints the final position of a link's game, `link hint LINK` the decision of
//! its agent without a time limit.

use std::process::ExitCode;

use gambol_web::page::table::{Command, Table};
use gambol_web::worker::Searcher;
use serde_json::{Value, json};

fn run(what: &str, link: &str) -> Result<Value, String> {
    let mut table = Table::of_link(link, "1")?;
    let read = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
    let view = read(&table.view())?;
    match what {
        "replay" => Ok(json!({
            "score": view["score"], "position": view["position"], "over": view["over"], "moves": view["moves"],
        })),
        "hint" => {
            table.command(Command::Hint);
            let request = read(&table.request().ok_or_else(|| view["message"]["text"].to_string())?)?;
            let mut question = read(request["question"].as_str().unwrap_or_default())?;
            question["limit"] = Value::Null;
            table.answer(&Searcher::new().search(&question.to_string(), |_| ()));
            table.tick();
            let view = read(&table.view())?;
            let hint = &view["hint"];
            if hint.is_null() {
                return Err(view["message"]["text"].to_string());
            }
            Ok(json!({ "action": hint["action"], "value": hint["value"], "nodes": hint["nodes"] }))
        }
        _ => Err(format!("unknown command `{what}`; expected replay or hint")),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [what, link] => run(what, link),
        _ => Err("usage: link replay|hint LINK".to_owned()),
    };
    match done {
        Ok(found) => {
            println!("{found}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
