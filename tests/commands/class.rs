//! `minnow lab class` as a program, and `minnow lab mark` on what students write.

use std::{
    fs,
    path::{Path, PathBuf},
};

use minnow_lab::exercise::{ExerciseKey, ExerciseSheet};

use crate::cli::{assert_refused, printed, run};

const SET: &str = "(title: \"Week 2\", tasks: [Pruned, Windows, LeafOrder])";

/// A folder with a secret, a set and a roster.
struct Course {
    folder: tempfile::TempDir,
}

impl Course {
    fn new() -> Course {
        let course = Course { folder: tempfile::tempdir().unwrap() };
        course.write("set.ron", SET);
        course.write("roster.csv", "id,name\ns1,Ann Lee\ns2,\"Bo, Jr.\"\ns3,=Cy\n");
        printed(["lab", "class", "new", &course.path("secret.ron")]);
        course
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn path(&self, name: &str) -> String {
        self.at(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The arguments of a verb with secret, set and roster.
    fn verb(&self, verb: &str, more: &[&str]) -> Vec<String> {
        let (secret, set, roster) =
            (self.path("secret.ron"), self.path("set.ron"), self.path("roster.csv"));
        let own = ["lab", "class", verb, "--class", &secret, "--set", &set, "--roster", &roster];
        own.iter().chain(more).map(|word| (*word).to_owned()).collect()
    }

    fn hand_out(&self) {
        let (out, keys) = (self.path("sheets"), self.path("keys"));
        let page = "https://school.example/minnow/";
        printed(self.verb("hand-out", &["--out", &out, "--keys", &keys, "--page", page]));
    }
}

fn sheet(path: &Path) -> ExerciseSheet {
    ExerciseSheet::parse(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_class_is_handed_out_and_marked() {
    let course = Course::new();
    course.hand_out();
    let links = fs::read_to_string(course.at("sheets/links.csv")).unwrap();
    assert_eq!(links.lines().count(), 4);
    assert!(links.contains("\ns2,\"Bo, Jr.\",https://school.example/minnow/#exercise=%28student"));
    let key = |id: &str| fs::read_to_string(course.at(&format!("keys/{id}.ron"))).unwrap();
    course.write("in/s1.ron", &format!("\u{feff}{}", key("s1")));
    course.write("in/Bo, Jr._17/upload.ron", &key("s2").replacen("1.2", "1,2 ", 1));
    course.write("in/notes.txt", "Hello");
    let feedback = course.path("feedback");
    let marked = run(course.verb("mark", &["--feedback", &feedback, &course.path("in")]));
    assert_eq!(marked.status, Some(2), "a file of nobody");
    assert!(marked.errors.contains("notes.txt: "), "{}", marked.errors);
    let rows: Vec<&str> = marked.output.lines().collect();
    let columns = "id,file,student,seed,pruned,windows,leaf_order,kinds,best_order,slip,points,of,";
    assert_eq!(rows[0], format!("{columns}percent,remarks"));
    for (row, start, end) in [
        (rows[1], "s1,", ",10,10,10,,,,30,30,100.0,no seal: not handed in with Minnow's page"),
        (rows[2], "s2,\"", ",30,30,100.0,no seal: not handed in with Minnow's page"),
        (rows[3], "s3,,'=Cy,", ",0,0,0,,,,0,30,0.0,nothing was handed in"),
    ] {
        assert!(row.starts_with(start) && row.ends_with(end), "{row}");
    }
    for name in ["s1.html", "s2.html", "s3.html"] {
        assert!(fs::read_to_string(course.at("feedback").join(name)).unwrap().contains("of 30"));
    }
}

#[test]
fn nothing_without_the_secret_gives_a_graded_key() {
    let course = Course::new();
    course.hand_out();
    let path = course.at("sheets/s1.ron");
    let graded = sheet(&path);
    let seed = graded.seed.to_string();
    let practice =
        printed(["lab", "exercise", "--key", "--seed", &seed, "--set", &course.path("set.ron")]);
    assert!(!practice.contains(&graded.graded.as_ref().unwrap().tree));
    let marked = run(["lab", "mark", path.to_str().unwrap()]);
    assert_eq!((marked.status, marked.output.lines().count()), (Some(2), 1));
    assert!(marked.errors.contains("`minnow lab class mark`"), "{}", marked.errors);
    let other = Course::new();
    other.hand_out();
    assert_ne!(sheet(&other.at("sheets/s1.ron")).graded, graded.graded);
    let key = ExerciseKey::of_sheet(&graded).unwrap();
    assert_eq!(
        key.mark(&sheet(&course.at("keys/s1.ron")).answers).points(),
        key.mark(&key.answers).most()
    );
}

#[test]
fn no_file_of_a_class_is_overwritten() {
    let course = Course::new();
    course.hand_out();
    let secret = fs::read(course.at("secret.ron")).unwrap();
    assert_refused(&["lab", "class", "new", &course.path("secret.ron")], "secret.ron: it is there");
    assert_eq!(fs::read(course.at("secret.ron")).unwrap(), secret);
    // The same sheets again are the same files.
    course.hand_out();
    course.write("sheets/s2.ron", "filled in");
    let again = run(course.verb("hand-out", &["--out", &course.path("sheets")]));
    assert!(again.status == Some(2) && again.errors.contains("s2.ron: it is"), "{}", again.errors);
    assert_eq!(fs::read_to_string(course.at("sheets/s2.ron")).unwrap(), "filled in");
}

#[test]
fn bad_files_of_a_class_are_named() {
    for (name, text, problem) in [
        ("secret.ron", "(secret: \"12\")", "the secret is not of 64 hexadecimal digits"),
        ("roster.csv", "name\nAnn\n", "names no column \"id\""),
        ("set.ron", "(depth: 9)", "the depth 9"),
    ] {
        let course = Course::new();
        course.write(name, text);
        let refused = run(course.verb("hand-out", &["--out", &course.path("sheets")]));
        assert_eq!(refused.status, Some(2));
        assert!(
            refused.errors.contains(name) && refused.errors.contains(problem),
            "{}",
            refused.errors
        );
        assert!(!course.at("sheets").exists());
    }
}

#[test]
fn what_students_write_is_marked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/marking");
    for (name, end) in [
        ("sheet-all-right", ",5,1,49,49,100.0,"),
        ("kinds-upper-case", ",5,1,49,49,100.0,"),
        (
            "best-order-unreadable",
            ",0,1,44,49,89.8,\"best_order: \"\"[[[83 28 14) (84 54 25) (94 56 44)) ((71 26 4) \
             (88 21 9) (90\u{2026}\"\" cannot be read, column 12: this bracket does not close the \
             last one that is open\"",
        ),
    ] {
        let path = folder.join(format!("{name}.ron"));
        let output = printed(["lab", "mark", path.to_str().unwrap()]);
        let row = output.lines().nth(1).unwrap();
        assert!(row.ends_with(end), "{name}: {row}");
    }
    let set = folder.join("set-title-two-lines.ron");
    let key = printed(["lab", "exercise", "--seed", "4", "--key", "--set", set.to_str().unwrap()]);
    let (_folder, key) = crate::ran::file_of(&key);
    assert!(printed(["lab", "mark", &key]).contains(",100.0,"));
}
