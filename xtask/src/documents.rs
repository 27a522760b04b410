//! The documents of the site: the Markdown pages of `docs` as HTML, beside the page of the games.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::{Failure, root, weights};

/// The folder of the documents, in the repository and in the site.
const FOLDER: &str = "docs";
/// The table of contents of the guide, which is no page.
const SUMMARY: &str = "docs/guide/src/SUMMARY.md";
/// Folders of the navigation, with their headings.
const SHELVES: [(&str, &str); 4] = [
    ("docs/guide/src", "Guide"),
    ("docs/results", "Results"),
    ("docs", "Reference"),
    ("docs/rules", "Rules and their sources"),
];
/// Extensions of pictures.
const PICTURES: [&str; 4] = ["svg", "png", "webp", "jpg"];
/// Address of the repository, for links to sources.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
const STYLE: &str = include_str!("documents.css");

/// A Markdown page.
struct Page {
    title: String,
    /// Names of the headings, for links.
    anchors: Vec<String>,
    text: String,
}

/// Writes the documents and their pictures into a folder `docs` of the site. Fails on a dangling
/// link, which the error names.
pub(crate) fn write(site: &Path) -> Result<(), Failure> {
    let (mut pages, mut pictures) = (BTreeMap::new(), Vec::new());
    collect(FOLDER, &mut pages, &mut pictures)?;
    let order = fs::read_to_string(root().join(SUMMARY))?;
    for (name, page) in &pages {
        let body = rendered(name, page, &pages)?;
        let path = site.join(name).with_extension("html");
        fs::create_dir_all(path.parent().unwrap_or(site))?;
        fs::write(path, framed(name, page, &body, &navigation(name, &pages, &order)))?;
    }
    for name in pictures {
        fs::copy(root().join(&name), site.join(&name))?;
    }
    Ok(fs::write(site.join(FOLDER).join("documents.css"), STYLE)?)
}

/// Finds the pages and the pictures of a folder, by their paths in the repository.
fn collect(folder: &str, pages: &mut BTreeMap<String, Page>, pictures: &mut Vec<String>) -> Result<(), Failure> {
    for path in weights::listed(&root().join(folder))? {
        let name = format!("{folder}/{}", path.file_name().and_then(|name| name.to_str()).unwrap_or_default());
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        if path.is_dir() {
            collect(&name, pages, pictures)?;
        } else if end == "md" && name != SUMMARY {
            let text = fs::read_to_string(&path)?;
            let headings = headings(&text);
            let title = headings.first().map_or_else(|| name.clone(), |(title, _)| title.clone());
            pages.insert(name, Page { title, anchors: headings.into_iter().map(|(_, anchor)| anchor).collect(), text });
        } else if PICTURES.contains(&end) {
            pictures.push(name);
        }
    }
    Ok(())
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH)
}

/// Returns the headings of a page and their anchors, which are those of forges.
fn headings(text: &str) -> Vec<(String, String)> {
    let (mut headings, mut heading): (Vec<(String, String)>, Option<String>) = (Vec::new(), None);
    for event in parser(text) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::End(TagEnd::Heading(_)), Some(title)) => {
                let title = std::mem::take(title);
                let kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
                let anchor: String = title.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-");
                let earlier = headings.iter().filter(|(other, _)| *other == title).count();
                headings.push((title, if earlier == 0 { anchor } else { format!("{anchor}-{earlier}") }));
                heading = None;
            }
            (Event::Text(text) | Event::Code(text), Some(title)) => title.push_str(&text),
            _ => {}
        }
    }
    headings
}

/// Returns the path of a link's target, relative to the root of the repository.
fn resolved(page: &str, link: &str) -> String {
    let mut path = PathBuf::from(page);
    path.pop();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(part) => path.push(part),
            _ => {}
        }
    }
    path.to_string_lossy().replace('\\', "/")
}

/// Returns the path from a page to a file of the site.
fn relative(page: &str, target: &str) -> String {
    "../".repeat(page.matches('/').count()) + target
}

/// Returns a link for the site: to a page or picture of it, or else to the repository.
fn linked(page: &str, link: &str, pages: &BTreeMap<String, Page>) -> Result<String, String> {
    let dangling = || format!("{page}: dangling link {link}");
    // The guide is also a book, and links to the documents in the repository.
    let here = link.strip_prefix(REPOSITORY).and_then(|rest| rest.strip_prefix("/blob/main/"));
    let (path, anchor) = match (here, link.split_once('#').unwrap_or((link, ""))) {
        (Some(here), _) => {
            let (path, anchor) = here.split_once('#').unwrap_or((here, ""));
            (path.to_owned(), anchor)
        }
        (None, _) if link.contains("://") || link.starts_with("mailto:") => return Ok(link.to_owned()),
        (None, ("", anchor)) => (page.to_owned(), anchor),
        (None, (path, anchor)) => (resolved(page, path), anchor),
    };
    let path = if path == SUMMARY { "docs/guide/src/introduction.md".to_owned() } else { path };
    let index = format!("{path}/README.md");
    let path = if pages.contains_key(&index) { index } else { path };
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    if let Some(target) = pages.get(&path) {
        let is_there = anchor.is_empty() || target.anchors.iter().any(|known| known == &anchor[1..]);
        let html = format!("{}.html", path.trim_end_matches(".md"));
        return if is_there { Ok(relative(page, &html) + &anchor) } else { Err(dangling()) };
    }
    let there = root().join(&path);
    let end = there.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let is_picture = path.starts_with(FOLDER) && PICTURES.contains(&end);
    match (there.is_file(), there.is_dir()) {
        (true, _) if is_picture => Ok(relative(page, &path)),
        (true, _) => Ok(format!("{REPOSITORY}/blob/main/{path}{anchor}")),
        (_, true) => Ok(format!("{REPOSITORY}/tree/main/{path}")),
        _ => Err(dangling()),
    }
}

/// Returns the HTML of a page's text.
fn rendered(name: &str, page: &Page, pages: &BTreeMap<String, Page>) -> Result<String, Failure> {
    let mut anchors = page.anchors.iter();
    let mut events = Vec::new();
    let link = |link: &CowStr<'_>| linked(name, link, pages).map(CowStr::from);
    // Wide tables and long lines scroll by themselves.
    let open = |class: &str, label: &str| {
        format!("<div class=\"{class}\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\">").into()
    };
    for event in parser(&page.text) {
        let (before, after): (Option<CowStr<'_>>, _) = match &event {
            Event::Start(Tag::Table(_)) => (Some(open("table", "Table")), None),
            Event::Start(Tag::CodeBlock(_)) => (Some(open("code", "Code")), None),
            Event::End(TagEnd::Table | TagEnd::CodeBlock) => (None, Some("</div>".into())),
            _ => (None, None),
        };
        events.extend(before.map(Event::Html));
        events.push(match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Link { link_type, dest_url: link(&dest_url)?, title, id })
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Image { link_type, dest_url: link(&dest_url)?, title, id })
            }
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = anchors.next().map(|anchor| CowStr::from(anchor.as_str()));
                Event::Start(Tag::Heading { level, id, classes, attrs })
            }
            event => event,
        });
        events.extend(after.map(Event::Html));
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    Ok(body)
}

/// Returns the links to all pages, by folder; those of the guide in the order of its contents.
fn navigation(name: &str, pages: &BTreeMap<String, Page>, order: &str) -> String {
    let mut list = format!("<p><a href=\"{}\">Play</a></p>\n", relative(name, "index.html"));
    for (folder, heading) in SHELVES {
        let in_folder = |path: &str| path.rsplit_once('/').is_some_and(|(parent, _)| parent == folder);
        let mut shelf: Vec<_> = pages.iter().filter(|(path, _)| in_folder(path)).collect();
        let is_guide = SUMMARY.starts_with(folder) && folder != FOLDER;
        let place = |path: &str| {
            let entry = format!("({})", path.rsplit('/').next().unwrap_or_default());
            is_guide.then(|| order.find(&entry)).flatten()
        };
        shelf.sort_by_key(|(path, _)| (!path.ends_with("README.md"), place(path).unwrap_or(usize::MAX)));
        let open = if in_folder(name) { " open" } else { "" };
        let _ = writeln!(list, "<details{open}><summary>{heading}</summary><ul>");
        for (path, page) in shelf {
            let html = format!("{}.html", path.trim_end_matches(".md"));
            let current = if path == name { " aria-current=\"page\"" } else { "" };
            let title = escaped(&page.title);
            let _ = writeln!(list, "<li><a href=\"{}\"{current}>{title}</a></li>", relative(name, &html));
        }
        list += "</ul></details>\n";
    }
    let _ = writeln!(list, "<p><a href=\"{REPOSITORY}\">Source</a></p>");
    list
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns a whole page.
fn framed(name: &str, page: &Page, body: &str, navigation: &str) -> String {
    let (title, style) = (escaped(&page.title), relative(name, "docs/documents.css"));
    let icon = relative(name, "icon.svg");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action \
         'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'\">\n<title>{title} – Gambol</title>\n\
         <link rel=\"icon\" href=\"{icon}\">\n<link rel=\"stylesheet\" href=\"{style}\">\n</head>\n<body>\n\
         <nav aria-label=\"Documents\">\n{navigation}</nav>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_of_the_repository_have_no_dangling_links() {
        let site = tempfile::tempdir().unwrap();
        write(site.path()).unwrap();
        let page = fs::read_to_string(site.path().join("docs/guide/src/introduction.html")).unwrap();
        assert!(page.contains("<a href=\"../../../index.html\">Play</a>"), "{page}");
        assert!(page.contains("<a href=\"../../../docs/guide/src/first-game.html\">A first game</a>"), "{page}");
        let results = fs::read_to_string(site.path().join("docs/results/tenten.html")).unwrap();
        assert!(
            results.contains("<table>") && results.contains("href=\"../../docs/results/notes/tenten.html#tuning\"")
        );
        assert!(site.path().join("docs/results/tenten-tuned.svg").is_file());
    }

    #[test]
    fn links_lead_to_pages_pictures_and_sources() {
        let page = |anchors: &[&str]| Page {
            title: String::new(),
            anchors: anchors.iter().map(ToString::to_string).collect(),
            text: String::new(),
        };
        let pages = BTreeMap::from([
            ("docs/web.md".to_owned(), page(&[])),
            ("docs/results/README.md".to_owned(), page(&[])),
            ("docs/results/speed.md".to_owned(), page(&["method"])),
        ]);
        let repository = |path: &str| format!("{REPOSITORY}/{path}");
        for (link, expected) in [
            ("results/speed.md#method", "../docs/results/speed.html#method".to_owned()),
            ("results", "../docs/results/README.html".to_owned()),
            ("picture.svg", "../docs/picture.svg".to_owned()),
            ("../xtask/src/main.rs", repository("blob/main/xtask/src/main.rs")),
            ("../xtask", repository("tree/main/xtask")),
            (&repository("blob/main/docs/results/speed.md#method"), "../docs/results/speed.html#method".to_owned()),
            ("https://docs.rs", "https://docs.rs".to_owned()),
        ] {
            assert_eq!(linked("docs/web.md", link, &pages), Ok(expected));
        }
        for link in ["results/speed.md#none", "nowhere.md", "#none", "results/none.svg"] {
            assert_eq!(linked("docs/web.md", link, &pages), Err(format!("docs/web.md: dangling link {link}")));
        }
    }

    #[test]
    fn headings_have_the_anchors_of_forges() {
        let found = headings("# `gambol analyse`, 2\n\n## A-B: a & b\n\n## A-B: a & b\n");
        let anchors: Vec<&str> = found.iter().map(|(_, anchor)| anchor.as_str()).collect();
        assert_eq!(anchors, ["gambol-analyse-2", "a-b-a--b", "a-b-a--b-1"]);
        assert_eq!(found[0].0, "gambol analyse, 2");
    }
}
