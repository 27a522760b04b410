//! A small file server for local use.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::Failure;

/// Content types by extension.
const TYPES: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
];

/// Maximum length of a request's head in bytes.
const LONGEST_HEAD: u64 = 16 << 10;
/// Time limit of a client.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves a folder to this machine until the program ends.
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]
pub(crate) fn serve(dir: &Path, port: u16) -> Result<(), Failure> {
    if !dir.join("index.html").is_file() {
        return Err(format!("{}: no page is there; build it with `cargo run -p xtask -- web`", dir.display()).into());
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| format!("port {port}: {error}"))?;
    println!("http://localhost:{}/", listener.local_addr()?.port());
    for stream in listener.incoming() {
        let (stream, dir) = (stream?, dir.to_owned());
        thread::spawn(move || {
            // Errors of clients that disconnect are ignored.
            let _ = answer(stream, &dir);
        });
    }
    Ok(())
}

fn answer(mut stream: TcpStream, dir: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?).take(LONGEST_HEAD);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }
    let mut words = first.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (status, kind, body) = match (method, file(dir, target)) {
        ("GET" | "HEAD", Some((kind, body))) => ("200 OK", kind, body),
        ("GET" | "HEAD", None) => ("404 Not Found", "text/plain", b"not found\n".to_vec()),
        _ => ("405 Method Not Allowed", "text/plain", b"only GET and HEAD\n".to_vec()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    )?;
    if method != "HEAD" {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// Returns the type and the content of the file at the path of a request.
fn file(dir: &Path, target: &str) -> Option<(&'static str, Vec<u8>)> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = PathBuf::from(if path.is_empty() { "index.html" } else { path });
    // Rejects paths outside the folder; the names of our files need no escapes.
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let kind = TYPES.iter().find(|(known, _)| *known == end).map_or("application/octet-stream", |(_, kind)| kind);
    Some((kind, fs::read(dir.join(&path)).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(dir: &Path, request: &str) -> String {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let dir = dir.to_owned();
        let server = thread::spawn(move || answer(listener.accept().unwrap().0, &dir));
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        server.join().unwrap().unwrap();
        text
    }

    #[test]
    fn files_have_their_types_and_nothing_else_is_served() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("page");
        fs::create_dir_all(dir.join("weights")).unwrap();
        fs::write(dir.join("index.html"), "hello").unwrap();
        fs::write(dir.join("a.wasm"), "wasm").unwrap();
        fs::write(folder.path().join("secret"), "secret").unwrap();
        let get = |path: &str| ask(&dir, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        let page = get("/?x=1");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html") && page.ends_with("\r\n\r\nhello"));
        assert!(get("/a.wasm").contains("Content-Type: application/wasm\r\nContent-Length: 4\r\n"));
        for path in ["/none.js", "/../secret", "//etc/passwd", "/weights", "/./a.wasm/..", "x"] {
            assert!(get(path).starts_with("HTTP/1.1 404 "), "{path}");
        }
        assert!(ask(&dir, "POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert!(ask(&dir, "HEAD / HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(serve(folder.path(), 0).unwrap_err().to_string().contains("no page is there"));
    }
}
