//! A class: a graded sheet for each student of a roster, and the marks of what they hand in. What was
//! changed, copied or cannot be read is named beside the marks.

use std::{collections::BTreeMap, path::Path};

use super::{
    ClassSecret, ExerciseAnswers, ExerciseError, ExerciseKey, ExerciseMarks, ExerciseSet,
    ExerciseSheet, ExerciseTask, Student,
};
use minnow_rules::excerpt;

/// The most points of a task of a graded sheet.
pub const TASK_POINTS: usize = 10;

/// A set of graded exercises for the students of a roster.
pub struct Class {
    secret: ClassSecret,
    set: ExerciseSet,
    members: Vec<ClassMember>,
}

/// A student with the sheet that is handed out, and its key.
#[derive(Debug)]
pub struct ClassMember {
    /// The student.
    pub student: Student,
    /// The tree with the right answers.
    pub key: ExerciseKey,
    /// The sheet before it is filled in.
    pub sheet: ExerciseSheet,
}

/// A file that was handed in.
#[derive(Clone, Debug)]
pub struct HandIn {
    /// The path for messages; its stem may be the id of the student.
    pub file: String,
    /// The content, or the reason why it cannot be read.
    pub text: Result<String, String>,
}

/// The marks of a class.
#[derive(Debug)]
pub struct ClassMarks {
    /// The marks of each student, in the order of the roster.
    pub rows: Vec<StudentMarks>,
    /// Sentences that name the files of nobody in the roster.
    pub strangers: Vec<String>,
}

/// The marks of a student.
#[derive(Clone, Debug)]
pub struct StudentMarks {
    /// The marked file; empty if none can be read.
    pub file: String,
    /// The answers as they were read.
    pub answers: ExerciseAnswers,
    /// The marks, with [`TASK_POINTS`] for each task.
    pub marks: ExerciseMarks,
    /// Unreadable and missing answers, for the student.
    pub remarks: Vec<String>,
    /// Signs of changes and copies, for the teacher alone.
    pub suspicions: Vec<String>,
}

/// A file of a student.
struct OpenedSheet<'a> {
    file: &'a str,
    sheet: Result<ExerciseSheet, String>,
}

impl Class {
    /// Makes the exercises of a class.
    ///
    /// # Errors
    ///
    /// An [`ExerciseError`] if the set is invalid or has no tree with enough cutoffs.
    pub fn new(
        secret: &ClassSecret,
        set: &ExerciseSet,
        roster: Vec<Student>,
    ) -> Result<Class, ExerciseError> {
        let member = |student: Student| {
            let key = secret.key(set, &student.id)?;
            Ok(ClassMember { sheet: key.sheet(&student.name), key, student })
        };
        let members = roster.into_iter().map(member).collect::<Result<_, ExerciseError>>()?;
        Ok(Class { secret: secret.clone(), set: set.clone(), members })
    }

    /// The students in the order of the roster.
    pub fn members(&self) -> &[ClassMember] {
        &self.members
    }

    /// Marks what was handed in.
    pub fn mark(&self, hand_ins: &[HandIn]) -> ClassMarks {
        let mut opened: Vec<Vec<OpenedSheet<'_>>> =
            self.members.iter().map(|_| Vec::new()).collect();
        let mut strangers = Vec::new();
        for HandIn { file, text } in hand_ins {
            let sheet = text
                .clone()
                .and_then(|text| ExerciseSheet::parse(&text).map_err(|error| error.to_string()));
            match self.owner(file, text.as_deref().unwrap_or_default(), sheet.as_ref().ok()) {
                Some(at) => opened[at].push(OpenedSheet { file, sheet }),
                None => strangers.push(stranger(file, &sheet)),
            }
        }
        let students = self.members.iter().zip(&opened);
        let mut rows: Vec<StudentMarks> =
            students.map(|(member, files)| self.mark_member(member, files)).collect();
        self.compare(&mut rows);
        ClassMarks { rows, strangers }
    }

    /// The student whose id is on the sheet or names the file, or whose name is on a sheet of practice.
    fn owner(&self, file: &str, text: &str, sheet: Option<&ExerciseSheet>) -> Option<usize> {
        let with_id = |id: &str| self.members.iter().position(|member| member.student.has_id(id));
        let graded = sheet.and_then(|sheet| sheet.graded.as_ref());
        let on_sheet = graded.map_or_else(|| written_id(text), |graded| Some(graded.id.as_str()));
        let named = |name: &str| {
            let mut members = self.members.iter();
            members.position(|member| !name.is_empty() && member.student.name == name)
        };
        on_sheet
            .and_then(with_id)
            .or_else(|| with_id(&stem(file)))
            .or_else(|| named(sheet?.student.trim()))
    }

    fn mark_member(&self, member: &ClassMember, files: &[OpenedSheet<'_>]) -> StudentMarks {
        let (mut remarks, mut suspicions) = (Vec::new(), Vec::new());
        let mut counted: Option<((bool, usize), &str, &ExerciseAnswers)> = None;
        let mut answers: Vec<&ExerciseAnswers> = Vec::new();
        for opened in files {
            let sheet = match &opened.sheet {
                Ok(sheet) => sheet,
                Err(problem) => {
                    remarks.push(format!("{} cannot be read: {problem}", opened.file));
                    continue;
                }
            };
            answers.push(&sheet.answers);
            for change in self.changes(member, opened.file, sheet) {
                if !suspicions.contains(&change) {
                    suspicions.push(change);
                }
            }
            let points = member.key.mark(&sheet.answers).out_of(TASK_POINTS).points();
            // With another digest, somebody else may have written the id on it.
            let rank = (sheet.graded != member.sheet.graded, points);
            if counted.is_none_or(|(known, ..)| rank < known) {
                counted = Some((rank, opened.file, &sheet.answers));
            }
        }
        if files.is_empty() {
            remarks.push("nothing was handed in".to_owned());
        } else if files.len() > 1 {
            let names: Vec<&str> = files.iter().map(|opened| opened.file).collect();
            let is_same = answers.windows(2).all(|pair| pair[0] == pair[1]);
            let counted = counted.filter(|_| !is_same).map_or(String::new(), |(_, file, _)| {
                format!(", with different answers: {file} counts")
            });
            suspicions.push(format!("handed in as {}{counted}", names.join(" and ")));
        }
        let Some((_, file, answers)) = counted else {
            let (answers, file) = (ExerciseAnswers::default(), String::new());
            let marks = member.key.mark(&answers).out_of(TASK_POINTS);
            return StudentMarks { file, answers, marks, remarks, suspicions };
        };
        let marks = member.key.mark(answers).out_of(TASK_POINTS);
        let read = member.key.read(answers);
        remarks.extend(read.remarks);
        StudentMarks { file: file.to_owned(), answers: read.answers, marks, remarks, suspicions }
    }

    /// The differences between a sheet and the one that was handed out.
    fn changes(&self, member: &ClassMember, file: &str, sheet: &ExerciseSheet) -> Vec<String> {
        let own = &member.sheet;
        let (Some(graded), Some(own_graded)) = (&sheet.graded, &own.graded) else {
            return vec!["a sheet of practice, not the one that was handed out".to_owned()];
        };
        if self.secret.made(sheet) && sheet.set != self.set {
            let title = excerpt(&sheet.set.title);
            return vec![format!("a sheet of the set \"{title}\", not of this one")];
        }
        let mut changes = Vec::new();
        if graded.id != own_graded.id {
            changes.push(format!("the id was changed to \"{}\"", excerpt(&graded.id)));
        }
        if sheet.set != own.set {
            changes.push("the set was changed".to_owned());
        }
        if sheet.seed != own.seed {
            changes.push(format!("the seed was changed from {} to {}", own.seed, sheet.seed));
        }
        if graded.tree != own_graded.tree {
            let mut others = self.members.iter();
            let other = others.find(|other| other.key.tree.to_string() == graded.tree);
            let source = other.map(|other| format!("is that of {}", other.student.phrase()));
            changes.push(format!("the tree {}", source.as_deref().unwrap_or("was changed")));
        }
        if changes.is_empty() && graded.digest != own_graded.digest {
            changes.push("the digest was changed".to_owned());
        }
        if sheet.student.trim() != own.student {
            changes.push(format!("the name on it is \"{}\"", excerpt(&sheet.student)));
        }
        let stem = stem(file);
        let mut others = self.members.iter().map(|other| &other.student);
        if let Some(other) = others.find(|other| other.has_id(&stem) && **other != member.student) {
            changes.push(format!("its file is named for {}", other.phrase()));
        }
        if sheet.seal.is_empty() {
            changes.push("no seal: not handed in with Minnow's page".to_owned());
        } else if sheet.seal != sheet.seal_of_answers() {
            changes.push("the answers were changed after the page had sealed them".to_owned());
        }
        changes
    }

    /// Names the students whose answers are the same, unless they are right for the trees of both.
    fn compare(&self, rows: &mut [StudentMarks]) {
        let mut students: BTreeMap<(ExerciseTask, String), Vec<usize>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            for fingerprint in row.answers.fingerprints() {
                students.entry(fingerprint).or_default().push(at);
            }
        }
        for ((task, _), group) in students.into_iter().filter(|(_, group)| group.len() > 1) {
            let is_right = |at: usize| {
                let feedback = self.members[at].key.feedback(task, &rows[at].answers);
                feedback.iter().all(|answer| answer.is_right)
            };
            let right: Vec<usize> = group.iter().copied().filter(|at| is_right(*at)).collect();
            for at in &group {
                let are_right = |other: &usize| right.contains(at) && right.contains(other);
                let others = group.iter().filter(|other| *other != at && !are_right(other));
                let others: Vec<String> =
                    others.map(|other| self.members[*other].student.phrase()).collect();
                if !others.is_empty() {
                    let (task, others) = (task.name(), others.join(", "));
                    rows[*at].suspicions.push(format!("{task}: the same answer as {others}"));
                }
            }
        }
    }
}

/// The name of a file without folder and ending.
fn stem(file: &str) -> String {
    Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The id that the text of an unreadable sheet has.
fn written_id(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("id: \"")?;
    Some(rest.split_once('"')?.0)
}

/// A sentence about a file of nobody in the roster.
fn stranger(file: &str, sheet: &Result<ExerciseSheet, String>) -> String {
    let problem = match sheet {
        Err(problem) => problem.clone(),
        Ok(ExerciseSheet { graded: Some(graded), .. }) => {
            format!("no student of the roster has the id \"{}\"", excerpt(&graded.id))
        }
        Ok(sheet) => {
            let name = excerpt(&sheet.student);
            format!("a sheet of practice of \"{name}\", who is not in the roster")
        }
    };
    format!("{file}: {problem}")
}
