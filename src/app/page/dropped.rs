//! Files dropped on the page: games, exercises and lessons.

use crate::app::request::Request;
use egui::Context;

use super::{arrive, complain, dialogs, storage};
use crate::app::{lab::LabPageId, session::Mode, storage::file_kind::FileKind};

/// A file with its content.
struct DroppedFile {
    name: String,
    content: Vec<u8>,
    kind: FileKind,
}

/// Reads the files that were dropped in this frame, and opens them once all are read. Call it in each
/// frame: egui has them in one only.
pub(super) fn read(ctx: &Context) {
    let files = ctx.input(|input| input.raw.dropped_files.clone());
    if files.is_empty() {
        return;
    }
    wasm_bindgen_futures::spawn_local(async move {
        let mut read = Vec::new();
        for file in files {
            let name = file.path().to_string_lossy().into_owned();
            match file.bytes_async().await {
                Ok(content) => {
                    let kind = FileKind::of(&name, &content);
                    read.push(DroppedFile { name, content, kind });
                }
                Err(problem) => complain(format!("\"{name}\" cannot be read: {problem}.")),
            }
        }
        open(read);
    });
}

/// Opens the first file, or all lessons if it is one.
fn open(files: Vec<DroppedFile>) {
    let Some(kind) = files.first().map(|file| file.kind) else { return };
    let (opened, others): (Vec<_>, Vec<_>) = match kind {
        FileKind::Lesson => files.into_iter().partition(|file| file.kind == kind),
        FileKind::Game | FileKind::Exercise => {
            let mut files = files.into_iter();
            (files.by_ref().take(1).collect(), files.collect())
        }
    };
    actions(kind, &opened).into_iter().for_each(arrive);
    if !others.is_empty() {
        let names: Vec<String> = others.into_iter().map(|file| file.name).collect();
        complain(format!(
            "Only one game or exercise is opened at a time; \"{}\" was not opened.",
            names.join("\", \"")
        ));
    }
}

/// The requests that show files of one kind.
fn actions(kind: FileKind, files: &[DroppedFile]) -> Vec<Request> {
    let (page, shown) = match kind {
        FileKind::Game => {
            let path = |file: &DroppedFile| storage::add_opened(&file.name, &file.content);
            let open = |file| Request::OpenPath(path(file));
            return files.iter().map(open).collect();
        }
        FileKind::Exercise => {
            let Some(file) = files.first() else { return Vec::new() };
            let path = storage::add_opened(&file.name, &file.content);
            (LabPageId::Exercises, Request::OpenExercise(path))
        }
        FileKind::Lesson => {
            dialogs::put_lessons(files.iter().map(|file| (&file.name, file.content.clone())));
            (LabPageId::Lessons, Request::OpenLessons(Some(dialogs::lessons_folder())))
        }
    };
    vec![Request::SelectMode(Mode::Lab), Request::ShowLabPage(page), shown]
}
