//! Knowledge files: owners, users, and all errors of files.

use super::*;
use crate::{HallOfFame, Notebook, Stored, knowing};
use gambol_match5::Match5;
use std::string::{String, ToString};

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_owner_may_store_and_a_user_may_look() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut file = Fivo::create(folder, "Ada", "secret", knowing(&["BBBBX 1"])).unwrap();
    assert_eq!(file.access(), Access::New);
    assert_eq!(file.store(), Ok(Stored::Written(Some(1))));
    assert_eq!(file.access(), Access::Owner);
    assert_eq!(files(folder), ["Ada.fivo", "match5_hall_of_fame"]);

    let mut user = Fivo::open(&folder.join("Ada.fivo"), "").unwrap();
    assert_eq!((user.access(), user.name(), user.knowledge().level()), (Access::User, "Ada", 1));
    for refused in [user.knowledge_mut().map(|_| ()), user.set_password(""), user.store().map(|_| ())] {
        assert_eq!(refused.unwrap_err().kind(), FivoErrorKind::Access);
    }
    assert!(!user.verify("Secret"));
    assert!(user.verify("secret"));
    user.knowledge_mut().unwrap().insert("0BBBX0 2".parse().unwrap());
    user.set_password("").unwrap();
    user.store().unwrap();
    // The other one still has the old password, and would remove the new one.
    assert_eq!(file.store().unwrap_err().kind(), FivoErrorKind::Access);
    let mut blank = Fivo::open(&folder.join("Ada.fivo"), "").unwrap();
    assert_eq!((blank.access(), blank.knowledge().level()), (Access::Owner, 2));
    assert!(blank.verify("whatever"), "a blank password always verifies");
}

#[test]
fn an_alteration_without_the_password_is_noticed_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = folder.join("Ada.fivo");
    let mut file = Fivo::create(folder, "Ada", "secret", knowing(&["BBBBX 1"])).unwrap();
    file.store().unwrap();
    let whole = std::fs::read(&path).unwrap();
    let (content, _) = Document::decode(&whole).unwrap();
    // Without the password, with a corrected checksum.
    std::fs::write(&path, content.encode(None)).unwrap();
    assert_eq!(Fivo::open(&path, "secret").unwrap_err().kind(), FivoErrorKind::NoPassword);
    assert_eq!(file.store().unwrap_err().kind(), FivoErrorKind::Access);
    let anybody = Fivo::open(&path, "").unwrap();
    assert_eq!((anybody.access(), anybody.has_password()), (Access::Owner, false));
    // With another password.
    std::fs::write(&path, content.encode(Some(&Key::new("guess").unwrap()))).unwrap();
    assert_eq!(Fivo::open(&path, "secret").unwrap().access(), Access::User);
    // With the old code after other patterns: anyone can read it, but it is not the owner's.
    let tag = whole.len() - 8 - 32;
    let other = Document { knowledge: knowing(&["BBXBB 1"]), ..content };
    let mut bytes = other.encode(file.key.as_ref());
    bytes.truncate(tag);
    bytes.extend(&whole[tag..tag + 32]);
    bytes.extend(crate::files::document::checksum(&bytes).to_le_bytes());
    std::fs::write(&path, &bytes).unwrap();
    let mut user = Fivo::open(&path, "secret").unwrap();
    assert_eq!((user.access(), user.knowledge()), (Access::User, &other.knowledge));
    assert!(!user.verify("secret") && user.has_password() && user.store().is_err());
    std::fs::write(&path, &whole).unwrap();
    assert!(Fivo::open(&path, "secret").unwrap().verify(""));
}

#[test]
fn a_locked_file_is_neither_locked_nor_stored_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [mut first, mut second] = [(); 2].map(|()| Fivo::create(folder, "Ada", "", knowing(&["BBBBX 1"])).unwrap());
    first.lock().unwrap();
    assert_eq!(second.lock().unwrap_err().kind(), FivoErrorKind::Locked);
    assert_eq!(second.store().unwrap_err().kind(), FivoErrorKind::Locked);
    first.store().unwrap();
    first.lock().unwrap();
    assert_eq!(files(folder), ["Ada.fivo", "Ada.fivo.lock", "match5_hall_of_fame"]);
    let mut third = Fivo::open(first.path(), "").unwrap();
    assert_eq!(third.lock().unwrap_err().kind(), FivoErrorKind::Locked);
    first.knowledge_mut().unwrap().insert("0BBBX0 2".parse().unwrap());
    first.store().unwrap();
    drop(first);
    assert_eq!(files(folder), ["Ada.fivo", "match5_hall_of_fame"]);
    assert_eq!(second.lock().unwrap_err().kind(), FivoErrorKind::Exists);
    assert_eq!(third.lock().unwrap_err().kind(), FivoErrorKind::Changed, "it has been stored since");
    Fivo::open(third.path(), "").unwrap().lock().unwrap();
}

#[cfg(unix)]
#[test]
fn new_files_are_for_their_owner_and_others_keep_their_mode() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mut file = Fivo::create(folder.path(), "Ada", "", knowing(&["BBBBX 1"])).unwrap();
    file.store().unwrap();
    let mode = || std::fs::metadata(folder.path().join("Ada.fivo")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o600);
    std::fs::set_permissions(file.path(), PermissionsExt::from_mode(0o644)).unwrap();
    file.store().unwrap();
    assert_eq!(mode(), 0o644);
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Ada.fivo");
    std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
    assert_eq!(Fivo::open(&path, "").unwrap_err().kind(), FivoErrorKind::Foreign);
    std::fs::remove_file(&path).unwrap();
    std::fs::File::create(&path).unwrap().set_len(LONGEST_FILE + 1).unwrap();
    assert_eq!(Fivo::open(&path, "").unwrap_err().kind(), FivoErrorKind::Length);
    let mut file = Fivo::create(folder.path(), "Bob", "", knowing(&["BBBBX 1"])).unwrap();
    file.content.studies = Some(Studies {
        opponent: String::new(),
        start: String::new(),
        free_moves: crate::FreeMoves::Beside,
        seed: 7,
        games: LONGEST_FILE / 6 * 100,
        blocks: std::vec![super::super::Block::default(); (LONGEST_FILE / 6) as usize],
    });
    assert_eq!(file.store().unwrap_err().kind(), FivoErrorKind::Length);
    assert_eq!(files(folder.path()), ["Ada.fivo"], "what could not be read is not written");
}

#[test]
fn nothing_of_a_password_is_in_debug_output() {
    let file = Fivo::create(Path::new("here"), "Ada", "secret", knowing(&["BBBBX 1"])).unwrap();
    assert_eq!(format!("{file:?}"), format!("Fivo {{ path: {:?}, access: New, level: 1, .. }}", file.path()));
}

#[test]
fn erasing_everything_removes_the_file_and_the_player() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, patterns) in [("Ada", &["BBBBX 1"][..]), ("Bob", &["BBBBX 1", "BBXBB 1"])] {
        Fivo::create(folder, name, "", knowing(patterns)).unwrap().store().unwrap();
    }
    assert!(HallOfFame::read(folder).unwrap().players().eq([("Bob", 2), ("Ada", 1)]));
    let mut bob = Fivo::open(&folder.join("Bob.fivo"), "").unwrap();
    bob.knowledge_mut().unwrap().erase_all();
    assert_eq!(bob.store(), Ok(Stored::Removed));
    assert_eq!(files(folder), ["Ada.fivo", "match5_hall_of_fame"]);
    assert!(HallOfFame::read(folder).unwrap().players().eq([("Ada", 1)]));
}

#[test]
fn files_are_never_overwritten_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = folder.join("Ada.fivo");
    let mut second = Fivo::create(folder, "Ada", "", knowing(&["BBXBB 1"])).unwrap();
    let mut first = Fivo::create(folder, "Ada", "", knowing(&["BBBBX 1"])).unwrap();
    first.store().unwrap();
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(second.store().unwrap_err().kind(), FivoErrorKind::Exists);
    let again = Fivo::create(folder, "Ada", "", Knowledge::default());
    assert_eq!(again.unwrap_err().kind(), FivoErrorKind::Exists);
    // Damaged since it was opened, at any single byte: rejected and left unchanged.
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x20;
        std::fs::write(&path, &bytes).unwrap();
        assert!(Fivo::open(&path, "").is_err() && first.store().is_err(), "byte {place}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
    std::fs::write(&path, &whole).unwrap();
    // Another one has stored something since: neither is lost.
    let mut third = Fivo::open(&path, "").unwrap();
    first.knowledge_mut().unwrap().insert("BB0XB 2".parse().unwrap());
    first.store().unwrap();
    let now = std::fs::read(&path).unwrap();
    third.knowledge_mut().unwrap().erase_all();
    assert_eq!(third.store().unwrap_err().kind(), FivoErrorKind::Changed);
    assert_eq!(std::fs::read(&path).unwrap(), now);
    first.store().unwrap();
    let whole = std::fs::read(&path).unwrap();
    // A damaged hall of fame is left unchanged, and so is the file.
    std::fs::write(HallOfFame::path(folder), "nonsense").unwrap();
    first.knowledge_mut().unwrap().insert("0BBBX0 2".parse().unwrap());
    assert!(first.store().is_err());
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

#[test]
fn a_copy_has_the_password_and_the_studies_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut file = Fivo::create(folder, "Ada", "secret", knowing(&["BBBBX 1"])).unwrap();
    let studies = Studies {
        opponent: "threat".into(),
        start: "9/9/9/9/9/9/9/9/9 r".into(),
        free_moves: crate::FreeMoves::Beside,
        seed: 7,
        games: 0,
        blocks: Vec::new(),
    };
    let wrong = Studies { games: 1, ..studies.clone() };
    assert_eq!(file.set_studies(Some(wrong)).unwrap_err().kind(), FivoErrorKind::Studies);
    file.set_studies(Some(studies.clone())).unwrap();
    assert_eq!(file.copy(folder, "a/b").unwrap_err().kind(), FivoErrorKind::Name);
    file.store().unwrap();
    assert_eq!(file.copy(folder, "Ada").unwrap_err().kind(), FivoErrorKind::Exists);
    let mut copy = file.copy(folder, "Bob").unwrap();
    assert_eq!((copy.access(), copy.knowledge()), (Access::New, file.knowledge()));
    copy.store().unwrap();
    let mut user = Fivo::open(&folder.join("Bob.fivo"), "").unwrap();
    assert_eq!((user.access(), user.studies()), (Access::User, Some(&studies)));
    assert_eq!(user.copy(folder, "Cid").unwrap_err().kind(), FivoErrorKind::Access);
    assert!(user.verify("secret"));
    // A change that changes nothing keeps the studies, another one does not.
    let mut notebook = Notebook::from(user);
    let start: Match5 = "9/9/9/9/9/9/9/9/9 r".parse().unwrap();
    assert!(notebook.learn(&start, &[]).is_err());
    assert!(!notebook.erase(1).unwrap());
    assert_eq!(notebook.file().unwrap().studies(), Some(&studies));
    assert!(notebook.erase(0).unwrap());
    assert_eq!(notebook.file().unwrap().studies(), None);
}

#[test]
fn names_are_those_of_files() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["", ".", "a/b", "a\\b", "c:", " a", "a ", "a\nb", &"x".repeat(41)] {
        let refused = Fivo::create(folder.path(), name, "", Knowledge::default()).unwrap_err();
        assert_eq!(refused.kind(), FivoErrorKind::Name, "{name}");
    }
    Fivo::create(folder.path(), "Zoë van der Berg", "", knowing(&["BBBBX 1"])).unwrap().store().unwrap();
    let renamed = folder.path().join("Bob.fivo");
    std::fs::copy(folder.path().join("Zoë van der Berg.fivo"), &renamed).unwrap();
    assert_eq!(Fivo::open(&renamed, "").unwrap_err().kind(), FivoErrorKind::Name);
    let missing = Fivo::open(&folder.path().join("Cid.fivo"), "").unwrap_err();
    assert_eq!(missing.kind(), FivoErrorKind::Missing);
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_no_missing_file() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("Ada.fivo");
    std::os::unix::fs::symlink("nowhere.fivo", &link).unwrap();
    let refused = Fivo::open(&link, "").unwrap_err();
    assert_eq!(refused.kind(), FivoErrorKind::Foreign, "a new file could not take its place");
    assert!(refused.to_string().ends_with("Ada.fivo: it is a dangling link"), "{refused}");
}

#[test]
fn bytes_are_those_of_files_and_passwords_hold() {
    let folder = tempfile::tempdir().unwrap();
    for password in ["", "secret"] {
        let mut file = Fivo::create(folder.path(), &format!("Ada{password}"), password, knowing(&["BBBBX 1"])).unwrap();
        file.store().unwrap();
        let bytes = std::fs::read(file.path()).unwrap();
        let owner = Fivo::decode(&bytes, password).unwrap();
        assert_eq!((owner.access(), owner.has_password()), (Access::Owner, !password.is_empty()));
        assert_eq!(owner.encode(), bytes);
        let mut owner = owner.copy(Path::new(""), "Eve").unwrap();
        owner.knowledge_mut().unwrap().erase_all();
        std::fs::write(folder.path().join("Eve.fivo"), owner.encode()).unwrap();
        let again = Fivo::open(&folder.path().join("Eve.fivo"), password).unwrap();
        assert_eq!((again.access(), again.knowledge().level()), (Access::Owner, 0));
    }
    let bytes = std::fs::read(folder.path().join("Adasecret.fivo")).unwrap();
    for guess in ["", "guess"] {
        let mut user = Fivo::decode(&bytes, guess).unwrap();
        assert_eq!((user.access(), user.knowledge().level()), (Access::User, 1));
        assert_eq!(user.knowledge_mut().unwrap_err().kind(), FivoErrorKind::Access);
        assert_eq!(user.copy(Path::new(""), "Eve").unwrap_err().kind(), FivoErrorKind::Access);
        assert_eq!(user.encode(), bytes);
    }
}

#[test]
fn bad_bytes_and_names_are_refused() {
    let bytes = Fivo::new("Ada", Knowledge::default()).unwrap().encode();
    assert_eq!(Fivo::decode(&bytes[..20], "").unwrap_err().kind(), FivoErrorKind::Length);
    assert_eq!(Fivo::decode(&bytes, "secret").unwrap_err().kind(), FivoErrorKind::NoPassword);
    let longest = std::vec![0; LONGEST_FILE as usize + 1];
    assert_eq!(Fivo::decode(&longest, "").unwrap_err().kind(), FivoErrorKind::Length);
    assert_eq!(Fivo::new("a/b", Knowledge::default()).unwrap_err().kind(), FivoErrorKind::Name);
}
