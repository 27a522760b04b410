//! The page in a browser: on small and large screens, light and dark.

use std::path::PathBuf;

use common::{json, stdout};
use serde_json::Value;

use super::Files;
use super::chromium::Chromium;
use crate::{common, skip};

const NONE: &str = "there is no chromium to open the page in";

/// JavaScript for the elements that overflow the page or are cut off, except inside scrolling
/// boxes.
const CUT_OFF: &str = r"[...document.body.querySelectorAll('*')].filter((element) => {
    if (element.closest('.wide') && !element.matches('.wide') || element.closest('option, script, style')) return false;
    const box = element.getBoundingClientRect();
    const out = box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
    const style = getComputedStyle(element);
    const inside = element instanceof HTMLElement && !element.matches('select, input, thead, thead *')
        && style.display !== 'inline' && style.overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1;
    return out || inside;
}).map((element) => `${element.tagName} ${element.id} ${element.className.baseVal ?? element.className}: ${element.textContent.slice(0, 60)}`)";

/// JavaScript for the texts that overflow their plots.
const CUT_TEXT: &str = r"[...document.querySelectorAll('figure svg')].flatMap((plot) => {
    const box = plot.getBoundingClientRect();
    return [...plot.querySelectorAll('text')].filter((text) => {
        const inner = text.getBoundingClientRect();
        return inner.left < box.left - 1 || inner.right > box.right + 1 || inner.top < box.top - 1 || inner.bottom > box.bottom + 1;
    }).map((text) => `${plot.getAttribute('aria-label')}: ${text.textContent}`);
})";

/// Plays a tournament, two runs on the same seeds, and a match whose agents have long names.
fn everything(files: &Files) -> Vec<String> {
    let cup = files.path("cup");
    let agents = ["threat", "mc:rollouts=4", "random"];
    stdout(
        &[&["tournament", "match5", "--agents"], &agents[..], &["--games", "10", "--record-games", "--out", &cup]]
            .concat(),
    );
    let run = |name: &str, game: &str, agent: &str| {
        files.play(name, &["run", game, "--agent", agent, "--games", "20", "--record-games", "--max-moves", "60"])
    };
    let long = "mc:rollouts=2,allocation=halving,max-plies=20";
    let duel = ["match", "pentago-swap", "--agents", long, "random", "--games", "4", "--record-games"];
    let mut all = vec![
        run("threes.jsonl", "threes", "mc:z=1"),
        run("random.jsonl", "tenten", "random"),
        run("greedy.jsonl", "tenten", "greedy-single"),
        run("five.jsonl", "five-or-more:large", "random"),
        files.play("duel.jsonl", &duel),
    ];
    all.extend(["1-2", "1-3", "2-3"].map(|name| format!("{cup}/{name}.jsonl")));
    all
}

/// Returns the folder for the screenshots.
fn gallery() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("report");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn on_every_screen_nothing_is_cut_off() {
    let Some(mut browser) = Chromium::start() else { return skip::skip(NONE) };
    let files = Files::new();
    let all = everything(&files);
    files.report(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let mut grounds = Vec::new();
    for (width, dark) in [(390, false), (390, true), (1100, false), (1100, true)] {
        browser.open(&files.page, width, dark);
        assert_eq!(browser.value("innerWidth"), width);
        let scrolls = browser.value("document.documentElement.scrollWidth");
        assert!(scrolls.as_u64().is_some_and(|scrolls| scrolls <= u64::from(width)), "{scrolls} of {width}");
        assert_eq!(browser.value(CUT_OFF), Value::Array(Vec::new()), "{width}");
        assert_eq!(browser.value(CUT_TEXT), Value::Array(Vec::new()), "{width}");
        // The board is large enough to see in every game.
        for game in 0..browser.value("which.options.length").as_u64().unwrap() {
            browser.value(&format!("which.value = {game}; which.onchange({{ target: which }}); next.click()"));
            let [board, high] = ["width", "height"].map(|side| {
                browser.value(&format!("board.firstChild.getBoundingClientRect().{side}")).as_f64().unwrap()
            });
            assert!(
                board >= f64::from(width.min(480)) - 40.0 && board <= 480.0 && high > 200.0,
                "{width}: {board}×{high}"
            );
        }
        let ground =
            |browser: &mut Chromium, what: &str| browser.value(&format!("getComputedStyle({what}).backgroundColor"));
        grounds.push(ground(&mut browser, "document.body"));
        let plot = browser.value("getComputedStyle(document.querySelector('figure svg rect')).fill");
        assert_eq!(&plot, grounds.last().unwrap(), "plots have the ground of the page");
        let scheme = if dark { "dark" } else { "light" };
        let picture = gallery().join(format!("{width}-{scheme}.png"));
        browser.screenshot(&picture);
        assert!(std::fs::metadata(&picture).unwrap().len() > 50_000, "{}", picture.display());
    }
    assert!(grounds[0] != grounds[1] && grounds[0] == grounds[2] && grounds[1] == grounds[3], "{grounds:?}");
    assert_eq!(browser.complaints, Vec::<String>::new());

    // A check of the test itself: an unbreakable word, and a plot with too long a text.
    browser.open(&files.page, 390, false);
    browser.value("document.querySelector('dd').style.whiteSpace = 'nowrap'; document.querySelector('dd').textContent = 'x'.repeat(99)");
    browser.value("document.querySelector('figure svg text').textContent = 'x'.repeat(99)");
    assert_ne!(browser.value(CUT_OFF), Value::Array(Vec::new()));
    assert_ne!(browser.value(CUT_TEXT), Value::Array(Vec::new()));
    browser.value("console.error('this is seen')");
    assert_eq!(browser.complaints.len(), 1);
}

#[test]
fn keys_and_buttons_move_the_replay() {
    let Some(mut browser) = Chromium::start() else { return skip::skip(NONE) };
    let files = Files::new();
    for (game, cells) in [("threes", 16), ("five-or-more", 81), ("pentago-swap", 36), ("tenten", 100)] {
        let out = files.path("games.jsonl");
        let run = ["run", game, "--agent", "random", "--games", "3", "--record-games", "--out", &out];
        stdout(&run);
        files.report(&[&out, "--replay", "1", "--replay", "2"]);
        let text = std::fs::read_to_string(&out).unwrap();
        let record: Value = serde_json::from_str(text.lines().nth(2).unwrap()).unwrap();
        let events: Vec<&str> =
            record["game"]["events"].as_array().unwrap().iter().map(|event| event.as_str().unwrap()).collect();
        let state = |steps: usize| {
            let mut args = vec!["inspect", game, "--json"];
            args.extend(events[..steps].iter().flat_map(|event| ["--play", event]));
            json(&args)["state"].as_str().unwrap().to_owned()
        };
        browser.open(&files.page, 1100, false);
        let at = |browser: &mut Chromium, step: usize| {
            assert_eq!(browser.text("step"), format!("{step} of {}", events.len()), "{game}");
        };
        browser.value("for (let k = 0; k < 12; k++) next.click(); back.click()");
        at(&mut browser, 11);
        assert_eq!(browser.text("state"), state(11), "{game}");
        assert!(browser.text("event").ends_with(events[10]));
        assert_eq!(browser.value("document.querySelectorAll('#board .cell').length"), cells, "{game}");
        assert_ne!(browser.value("document.querySelectorAll('#board .new').length"), 0, "{game}");
        // An action is marked by a ring or an arrow.
        let marked = "[...Array(9)].filter(() => { next.click(); return document.querySelector('#board .ring, #board .arrow') }).length";
        assert_ne!(browser.value(marked), 0, "{game}");

        browser.value("document.activeElement.blur(); end.click()");
        assert_eq!(browser.text("state"), record["final"].as_str().unwrap());
        assert_eq!(browser.text("score"), record["score"].to_string());
        browser.press("ArrowLeft", 37);
        at(&mut browser, events.len() - 1);
        // Home and the space bar still scroll the page itself.
        browser.press("Home", 36);
        at(&mut browser, events.len() - 1);
        browser.value("board.focus()");
        browser.press("Home", 36);
        at(&mut browser, 0);
        browser.press("ArrowRight", 39);
        at(&mut browser, 1);
        browser.press("End", 35);
        at(&mut browser, events.len());
        browser.press(" ", 32);
        assert_eq!(browser.text("auto"), "pause");
        browser.press(" ", 32);
        assert_eq!(browser.text("auto"), "play");
        assert!(browser.value("board.getAttribute('aria-label')").as_str().unwrap().starts_with("board after "));
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn only_the_script_of_the_page_runs() {
    let Some(mut browser) = Chromium::start() else { return skip::skip(NONE) };
    let files = Files::new();
    let run = files.play("run.jsonl", &["run", "threes", "--agent", "random", "--games", "1", "--record-games"]);
    let (_, page) = files.report(&[&run]);
    let policy = page.split("Content-Security-Policy").nth(1).unwrap().split('>').next().unwrap();
    let scripts = policy.split("script-src").nth(1).unwrap().split(';').next().unwrap();
    assert!(scripts.contains("'sha256-") && !scripts.contains("unsafe"), "{policy}");
    // The policy allows the page's script, without which no replay starts, but no injected one.
    let foreign = "<p id=\"foreign\">quiet</p>\
                   <script>document.getElementById('foreign').textContent = 'loud'</script></body>";
    std::fs::write(&files.page, page.replace("</body>", foreign)).unwrap();
    browser.open(&files.page, 1100, false);
    assert!(browser.text("step").starts_with("0 of "));
    assert_eq!(browser.text("foreign"), "quiet");
    assert!(browser.complaints.iter().any(|text| text.contains("Content Security Policy")), "{:?}", browser.complaints);
}

#[test]
fn values_are_beside_the_board() {
    let files = Files::new();
    let run = files.play(
        "run.jsonl",
        &["run", "threes", "--agent", "random", "--games", "1", "--record-games", "--max-moves", "5"],
    );
    let (_, plain) = files.report(&[&run]);
    let (_, page) = files.report(&[&run, "--values", "expectimax:depth=1"]);
    assert!(!plain.contains("\"values\":") && page.contains("\"values\":[[\"") && page.contains("expectimax:depth=1"));
    let (_, again) = files.report(&[&run, "--values", "expectimax:depth=1"]);
    assert_eq!(page, again, "the same on any number of threads");
    let message = super::refusal(&["report", &run, "--values", "nobody", "--out", &files.path("x.html")], 1);
    assert!(message.contains("nobody"), "{message}");
    let Some(mut browser) = Chromium::start() else { return skip::skip(NONE) };
    files.report(&[&run, "--values", "expectimax:depth=1"]);
    browser.open(&files.page, 390, true);
    browser.value("for (let k = 0; k < 60 && !document.querySelector('.played'); k++) next.click()");
    assert_eq!(browser.value("document.querySelectorAll('.played').length"), 1);
    assert_eq!(browser.complaints, Vec::<String>::new());
}
