//! The benchmarks that compare a page with the native library, on one thread: `speed [WORK]…`.

fn main() -> Result<(), String> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = gambol_web::worker::bench::names().map(str::to_owned).collect();
    }
    for name in names {
        let measured = gambol_web::worker::bench::measure(&name)?;
        println!("{}", serde_json::to_string(&measured).map_err(|error| error.to_string())?);
    }
    Ok(())
}
