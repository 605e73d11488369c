//! Textbook searches on one position or tree: which nodes each visits, what it cuts off, and why.
//!
//! A [`Technique`] is an algorithm, such as minimax or principal variation search, with move
//! orderings. [`run`] searches a [`Tree`] with it and reports its work; an observer can watch, and
//! a [`Recorder`] keeps the tree that was searched. The searches are written to be read beside the
//! texts that they come from, and all return minimax's value. Speed and playing strength are left
//! to the engine.
//!
//! ```
//! use minnow_engine::NoObserver;
//! use minnow_lab::{LabSettings, Technique, TextTree, run};
//!
//! // Alpha-beta need not evaluate the last leaf.
//! let tree = TextTree::parse("((3 12) (2 8))", true)?;
//! let technique = Technique::parse("alpha-beta")?;
//! let report = run(&tree, &technique, &LabSettings::depth(tree.height()), &mut NoObserver);
//! assert_eq!(report.answer.map(|answer| answer.score.value()), Some(3));
//! assert_eq!(report.counts.leaves, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod bibliography;
mod bound_table;
mod bound_text;
pub mod claims;
mod comparison;
mod describe;
pub mod exercise;
mod explain;
mod export;
mod glossary;
pub mod lesson;
mod measure;
mod memory;
mod oracle;
mod orderings;
mod path_table;
mod position_tree;
pub mod printed;
pub mod project;
mod pseudo_code;
mod record;
mod recorded_tree;
mod recorded_words;
mod recorder;
mod run;
mod search;
mod technique;
mod techniques;
mod text_tree;
mod texts;
mod trace;
mod tree;
mod tree_edit;
mod triangular_table;
mod visit_tracker;
mod why_answer;
mod why_not;

pub use bibliography::{BibliographyBlock, bibliography};
pub use comparison::{
    COMPARE_COLUMNS, CompareCell, CompareUpdate, ComparedTechnique, Comparison,
    MAX_COMPARISON_NODES, THEORY, TheoryCurve, WholeTree, compare_texts,
};
pub use describe::describe_event;
pub use explain::{explain, move_phrase};
pub use export::{
    CurvePoint, DrawingError, DrawingScope, ExportFormat, LabPicture, LeavesCurve, LeavesPlot,
    MAX_EXPORT_NODES, PaperError, PictureError, Slide, SlidePoint, SlideTable, TreeDrawing,
    paper_html, paper_pages,
};
pub use glossary::{GlossaryTerm, glossary, terms_in};
pub use measure::{
    MINIMAL_RATIO_NOTE, Measures, WORST_ORDER_NOTE, minimal_leaves, uniform_minimum,
};
pub use memory::{MemoryLine, memory_lines, order_lines, why_now};
pub use orderings::{MoveOrdering, ORDERINGS, OrderingInfo, OrderingSet};
pub use position_tree::PositionTree;
pub use pseudo_code::{CodeLine, PseudoCode, pseudo_code};
pub use record::{RecordedSearch, record_engine, record_technique};
pub use recorded_tree::{ENGINE_NAME, MAX_RECORDED_NODES, RecordedTree, TreeRequest, TreeSubject};
pub use recorded_words::{event_title, source_text};
pub use recorder::{Moment, NodeExit, NodeKind, Recorder, Recording, Visit};
pub use run::{LabAnswer, LabLimits, LabReport, LabSettings, run};
pub use search::LabCounts;
pub use technique::{FULL, Technique, TechniqueError, default_techniques, offered_techniques};
pub use techniques::{ALGORITHMS, Algorithm, AlgorithmInfo, WindowUse};
pub use text_tree::{LeafError, MAX_LEAF, MAX_TREE_PLIES, TextTree, TextTreeError, parse_leaf};
pub use texts::{TeachingText, teaching_text};
pub use trace::{TraceError, TraceHeader, TraceSubject, TraceVerdict, check_trace, write_trace};
pub use tree::{Stop, Tree};
pub use tree_edit::{EditedTree, RandomTree, TreeEdit, TreeEditError};
pub use visit_tracker::{BoundSource, VisitPurpose, WindowSources};
pub use why_answer::{WhyAnswer, WhyNode, answer_why_not};
pub(crate) use why_not::{RefutationQuery, why_not};

#[cfg(test)]
mod document_tests;
#[cfg(test)]
mod tests;
