//! The searches, each in its own file and on one screen.

mod alpha_beta;
mod minimax;
mod negamax;
mod scout;
mod shallow;
mod soft;
