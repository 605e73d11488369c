//! A programming project in stages: trees that a student's program has to search, and the check of the
//! traces that it writes.
//!
//! Each [`ProjectStage`] is a technique. A program reads the technique's id and a tree, each on a line
//! of its own, and writes a trace. The public trees are the same for everyone; the hidden ones follow
//! from the secret of a teacher. `docs/project.md` explains it to students.
//!
//! ```
//! use minnow_lab::project::PROJECT_STAGES;
//!
//! let tasks = PROJECT_STAGES[0].public_tasks();
//! assert!(tasks[0].input().starts_with("minimax\n("));
//! assert!(tasks[0].check("not a trace").is_err());
//! ```

use super::{
    LabSettings, Technique, TextTree, TraceHeader, TraceSubject, TraceVerdict,
    text_tree::inner_text, trace::check_answer, write_trace,
};
use minnow_engine::Random;
use minnow_rules::internal::split_mix_bytes;

/// The trees of a stage that all students know, and the number of those that they do not.
const TREES: usize = 3;

/// The trees that are tried for one on which a stage differs from the one before.
const MAX_TRIES: usize = 500;

/// The seed of the public trees.
const PUBLIC: &str = "public";

/// A stage of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProjectStage {
    /// The id of the technique that the program has to write.
    pub technique: &'static str,
    /// A technique whose trace differs on every tree of the stage, so that an earlier stage does not
    /// pass for this one.
    other: &'static str,
}

/// The stages, in the order in which they build on each other.
pub const PROJECT_STAGES: [ProjectStage; 7] = [
    ProjectStage { technique: "minimax", other: "alpha-beta" },
    ProjectStage { technique: "alpha-beta", other: "minimax" },
    ProjectStage { technique: "alpha-beta-soft", other: "alpha-beta" },
    ProjectStage { technique: "negamax", other: "alpha-beta" },
    ProjectStage { technique: "negamax+killers", other: "negamax" },
    ProjectStage { technique: "scout", other: "negamax" },
    ProjectStage { technique: "scout+tt", other: "scout" },
];

/// A tree that a program has to search.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectTask {
    technique: Technique,
    /// The tree; MAX moves at its root.
    pub tree: TextTree,
}

impl ProjectStage {
    /// The trees that students may know.
    pub fn public_tasks(&self) -> Vec<ProjectTask> {
        self.tasks(PUBLIC)
    }

    /// The trees of a secret.
    pub fn hidden_tasks(&self, secret: &str) -> Vec<ProjectTask> {
        // No secret is the word of the public trees.
        self.tasks(&format!("hidden {secret}"))
    }

    fn tasks(&self, word: &str) -> Vec<ProjectTask> {
        let letters = word.bytes().chain([0]).chain(self.technique.bytes());
        let mut random = Random(split_mix_bytes(0, letters));
        let ids = [self.technique, self.other];
        let [technique, other] = ids.map(|id| Technique::parse(id).ok());
        let (Some(technique), Some(other)) = (technique, other) else { return Vec::new() };
        let trees = (0..TREES).map(|_| telling_tree(&mut random, &technique, &other));
        trees.map(|tree| ProjectTask { technique: technique.clone(), tree }).collect()
    }
}

/// A tree on which the two techniques differ.
fn telling_tree(random: &mut Random, technique: &Technique, other: &Technique) -> TextTree {
    let mut tree = random_tree(random);
    for _ in 0..MAX_TRIES {
        let task = ProjectTask { technique: technique.clone(), tree };
        if task.check(&task.trace_by(other)).is_err() {
            return task.tree;
        }
        tree = random_tree(random);
    }
    tree
}

/// A tree of up to four plies with two or three moves at each node; some branches end early.
fn random_tree(random: &mut Random) -> TextTree {
    let height = 3 + random.below(2);
    let text = random_text(random, height, true);
    TextTree::parse(&text, true).unwrap_or_else(|_| TextTree::leaf(0, true))
}

fn random_text(random: &mut Random, plies: usize, is_root: bool) -> String {
    if plies == 0 || (!is_root && random.below(8) == 0) {
        return (random.below(61) as i64 - 20).to_string();
    }
    let children = 2 + random.below(2);
    inner_text((0..children).map(|_| random_text(random, plies - 1, false)))
}

impl ProjectTask {
    /// The input of the program: the technique's id and the tree.
    pub fn input(&self) -> String {
        format!("{}\n{}\n", self.technique.id, self.tree)
    }

    /// Compares what a program has written with the search.
    ///
    /// # Errors
    ///
    /// The first difference, or why the text is not a trace, in a sentence without a full stop.
    pub fn check(&self, output: &str) -> Result<(), String> {
        match check_answer(output, &self.tree, &self.technique) {
            Ok(TraceVerdict::Same { .. }) => Ok(()),
            Ok(TraceVerdict::Different(difference)) => Err(difference),
            Ok(TraceVerdict::Stopped(stop)) => Err(stop.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The trace of another technique's search, with the header of this one's.
    fn trace_by(&self, other: &Technique) -> String {
        let settings = LabSettings::depth(self.tree.height().max(1));
        let subject = TraceSubject::Tree { tree: self.tree.to_string() };
        let header = TraceHeader::new(&self.tree, subject, &self.technique, &settings);
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = write_trace(&self.tree, other, &settings, &header, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_passes_its_own_trace_alone() {
        for stage in PROJECT_STAGES {
            let tasks = [stage.public_tasks(), stage.hidden_tasks("a long secret")].concat();
            assert_eq!(tasks.len(), 2 * TREES);
            let [own, other] =
                [stage.technique, stage.other].map(|id| Technique::parse(id).unwrap());
            for task in &tasks {
                assert_eq!(task.check(&task.trace_by(&own)), Ok(()), "{}", task.input());
                assert!(task.check(&task.trace_by(&other)).is_err(), "{}", task.input());
                let same = tasks.iter().filter(|one| one.tree == task.tree).count();
                assert_eq!(same, 1, "{} is there twice", task.tree);
            }
        }
    }

    #[test]
    fn the_document_explains_each_stage() {
        let document = include_str!("../../../docs/project.md");
        for ProjectStage { technique, .. } in PROJECT_STAGES {
            assert!(document.contains(&format!("\n| `{technique}` | ")), "{technique}");
        }
    }

    #[test]
    fn a_secret_chooses_the_hidden_trees() {
        let stage = PROJECT_STAGES[1];
        let hidden = |secret| stage.hidden_tasks(secret);
        assert_eq!(hidden("one secret"), hidden("one secret"));
        assert_ne!(hidden("one secret"), hidden("other secret"));
    }

    #[test]
    fn the_header_must_name_the_task() {
        let stage = PROJECT_STAGES[1];
        let tasks = stage.public_tasks();
        let [task, other, ..] = &tasks[..] else { panic!("too few trees") };
        let own = Technique::parse(stage.technique).unwrap();
        let trace = task.trace_by(&own);
        let other_tree = other.trace_by(&own);
        let other_technique = trace.replacen("\"alpha-beta\"", "\"negamax\"", 1);
        for wrong in [other_tree, other_technique] {
            let problem = task.check(&wrong).unwrap_err();
            assert!(problem.contains("does not name the technique and the tree"), "{problem}");
        }
        // The other fields of the header do not change the search.
        let by_min = trace.replacen("\"root\":\"max\"", "\"root\":\"min\"", 1);
        assert!(by_min != trace && task.check(&by_min).is_ok());
        assert!(task.check("").unwrap_err().starts_with("line 1: the trace is empty"));
    }
}
