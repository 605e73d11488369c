//! The look of the window and its building blocks: theme, widgets, the board, diagrams and
//! breakpoints. It knows the rules and the record of a game, but no feature, engine, analysis or lab.

pub mod board;
pub mod breakpoints;
pub mod diagram;
pub mod drawing;
pub mod fish;
pub mod focus;
pub mod hover;
pub mod lists;
pub mod number;
pub mod practice_card;
pub mod text;
pub mod theme;
pub mod widgets;
