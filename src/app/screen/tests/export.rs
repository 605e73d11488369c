//! Exported pictures and animations, read back from their files.

use std::path::{Path, PathBuf};

use super::{answer, begin, choose, notice, open_dialog, play, question};
use crate::app::{
    request::Request,
    screen::AppState,
    session::for_tests::two_humans,
    session::{Effect, FileClient, FileQuery, GameCommand, NamedPicture},
};
use minnow_jobs::Spawner;
use minnow_lab::{ExportFormat, LabPicture, Slide};

/// A state whose files are written at once, with small squares.
struct Studio {
    state: AppState,
    folder: tempfile::TempDir,
}

impl Studio {
    fn new() -> Studio {
        let (mut state, _) = begin(two_humans());
        let at_once = Spawner::new(|_, body| {
            body();
            Ok(())
        });
        state.session.files = FileClient::new(at_once, || {});
        state.pages.export.options.square_px = 48;
        Studio { state, folder: tempfile::tempdir().unwrap() }
    }

    fn export(&mut self, request: Request) {
        self.state.update(request, 0);
        self.state.tick(0);
    }

    /// Asks for a file by a request, and chooses one with this name.
    fn save(&mut self, request: Request, name: &str) -> PathBuf {
        let query = open_dialog(&mut self.state, request);
        self.choose(query, name)
    }

    fn choose(&mut self, query: FileQuery, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        choose(&mut self.state, query, &path);
        self.state.tick(0);
        path
    }
}

/// A picture read back: its size, and its pixels as red, green, blue.
struct Decoded {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Decoded {
    fn of_png(path: &Path) -> Decoded {
        let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let pixels = bytes.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Decoded { width: info.width as usize, height: info.height as usize, pixels }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }

    /// The share of pixels that differ visibly.
    fn difference(&self, other: &Decoded) -> f32 {
        assert_eq!((self.width, self.height), (other.width, other.height));
        let differ = |one: &[u8; 3], two: &[u8; 3]| {
            one.iter().zip(two).any(|(one, two)| one.abs_diff(*two) > 24)
        };
        let pairs = self.pixels.iter().zip(&other.pixels);
        pairs.filter(|(one, two)| differ(one, two)).count() as f32 / self.pixels.len() as f32
    }
}

/// The frames of a GIF, each complete, with their times in milliseconds.
fn frames_of(path: &Path) -> Vec<(Decoded, u32)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(std::fs::File::open(path).unwrap()).unwrap();
    let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
    let mut canvas = vec![[0_u8; 3]; width * height];
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (place, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (place % usize::from(frame.width), place / usize::from(frame.width));
            canvas[(top + y) * width + left + x] = [pixel[0], pixel[1], pixel[2]];
        }
        let decoded = Decoded { width, height, pixels: canvas.clone() };
        frames.push((decoded, u32::from(frame.delay) * 10));
    }
    frames
}

#[test]
fn a_picture_reads_back_with_the_boards_colours() {
    let mut studio = Studio::new();
    play(&mut studio.state, "a3", 0);
    let path = studio.save(Request::SavePicture, "board");
    let path = path.with_extension("png");
    assert_eq!(notice(&studio.state), format!("Saved to {}.", path.display()));
    let picture = Decoded::of_png(&path);
    assert_eq!((picture.width, picture.height), (5 * 48, 6 * 48));
    let colors = studio.state.session.settings.board_look().colors;
    // c4 and d4 are empty; the first is a dark square's neighbour.
    let (c4, d4) = (picture.at(2 * 48 + 24, 2 * 48 + 24), picture.at(3 * 48 + 24, 2 * 48 + 24));
    let rgb = |color: egui::Color32| [color.r(), color.g(), color.b()];
    assert_eq!([c4, d4], [rgb(colors.light), rgb(colors.dark)]);
    let a2 = picture.at(24, 4 * 48 + 24);
    assert!(![rgb(colors.light), rgb(colors.dark)].contains(&a2), "the last move is tinted");
}

#[test]
fn a_drawing_has_the_arrows_and_needs_no_font() {
    use crate::app::ui::board::{Brush, Shape};
    let mut studio = Studio::new();
    let [from, to] = ["a2", "a4"].map(|square| square.parse().unwrap());
    let shapes = vec![Shape::arrow(from, to, Brush::Green), Shape::circle(to, Brush::Red)];
    studio.state.update(Request::from(GameCommand::KeepShapes(shapes)), 0);
    let path = studio.save(Request::SavePicture, "board.svg");
    let svg = std::fs::read_to_string(path).unwrap();
    assert!(svg.contains("<polygon") && svg.contains("<circle") && !svg.contains("<text"));
    studio.state.session.effects.clear();
    studio.export(Request::CopyDrawing);
    assert!(studio.state.session.effects.contains(&Effect::Copy(svg)));
}

#[test]
fn a_game_becomes_an_animation_of_its_moves() {
    let mut studio = Studio::new();
    for text in ["a3", "a4", "b3", "axb3"] {
        play(&mut studio.state, text, 0);
    }
    let path = studio.save(Request::SaveAnimation, "game.gif");
    let frames = frames_of(&path);
    assert_eq!(frames.len(), 5, "the start and four moves: {}", notice(&studio.state));
    let delays: Vec<u32> = frames.iter().map(|(_, delay)| *delay).collect();
    assert_eq!(delays, [1_000, 1_000, 1_000, 1_000, 4_000]);
    let path = studio.save(Request::SavePicture, "end.png");
    let end = Decoded::of_png(&path);
    let last = &frames[4].0;
    assert!(last.difference(&end) < 0.01, "{}", last.difference(&end));
    assert!(frames[3].0.difference(last) > 0.02, "a move changes the picture");
    let size = std::fs::metadata(studio.folder.path().join("game.gif")).unwrap().len();
    assert!(size < 60_000, "{size} bytes");
}

#[test]
fn an_animation_in_a_puzzle_is_of_its_board() {
    let mut studio = Studio::new();
    studio.export(Request::SolvePuzzle);
    let solution = studio.state.puzzle().unwrap().stocked().puzzle.line[0];
    studio.export(GameCommand::Move(solution).into());
    let path = studio.save(Request::SaveAnimation, "puzzle.gif");
    assert_eq!(frames_of(&path).len(), 2, "the start and a move: {}", notice(&studio.state));
}

#[test]
fn a_dialog_saves_the_board_it_asked_about() {
    let mut studio = Studio::new();
    let start = studio.save(Request::SavePicture, "start.svg");
    let query = open_dialog(&mut studio.state, Request::SavePicture);
    play(&mut studio.state, "a3", 0);
    let later = studio.choose(query, "later.svg");
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(text(&later), text(&start));
    let query = open_dialog(&mut studio.state, Request::SaveAnimation);
    studio.state.update(Request::NewGame, 0);
    let path = studio.choose(query, "game.gif");
    assert_eq!(frames_of(&path).len(), 2, "the start and a move");
}

#[test]
fn a_refused_dialog_changes_no_open_one() {
    let mut studio = Studio::new();
    let picture = |width: f64| LabPicture::Slide(Slide::new(width, 20.0));
    let save = |width: f64| {
        Request::SaveLabPicture(Box::new(NamedPicture { name: "table", picture: picture(width) }))
    };
    let query = open_dialog(&mut studio.state, save(40.0));
    open_dialog(&mut studio.state, save(60.0));
    let path = studio.choose(query, "table.svg");
    assert_eq!(std::fs::read(path).unwrap(), picture(40.0).bytes(ExportFormat::Svg).unwrap());
}

#[test]
fn blacks_side_below_turns_the_picture() {
    let mut studio = Studio::new();
    let white = studio.save(Request::SavePicture, "white.png");
    studio.state.pages.export.options.side_below = Some(minnow_rules::Color::Black);
    let black = studio.save(Request::SavePicture, "black.png");
    let difference = Decoded::of_png(&white).difference(&Decoded::of_png(&black));
    assert!(difference > 0.1, "{difference}");
}

#[test]
fn a_file_is_replaced_only_after_a_question() {
    let mut studio = Studio::new();
    let path = studio.folder.path().join("board.png");
    std::fs::write(&path, "something else").unwrap();
    studio.save(Request::SavePicture, "board.png");
    assert_eq!(question(&studio.state), Some("Replace this file?"));
    assert_eq!(std::fs::read(&path).unwrap(), b"something else");
    answer(&mut studio.state, "Replace", 0);
    studio.state.tick(0);
    Decoded::of_png(&path);
}

#[test]
fn a_folder_that_does_not_exist_is_named() {
    let mut studio = Studio::new();
    let path = studio.save(Request::SavePicture, "nowhere/board.png");
    let notice = notice(&studio.state);
    assert!(notice.starts_with(&format!("\"{}\" cannot be written: ", path.display())), "{notice}");
}
