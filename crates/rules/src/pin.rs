//! Pins to the king.

use super::{Bitboard, Color, Position, Role, Square, attacks};

impl Position {
    /// The line on which the man of this colour on `square` is pinned to its king; `None` if it is
    /// not pinned. A pinned man may move along the line.
    ///
    /// ```
    /// use minnow_rules::{Color, Position, Variant};
    ///
    /// let variant = Variant::default_variant();
    /// let position = Position::from_fen(variant, "k4/5/n4/5/5/R3K b - - 0 1")?;
    /// let square = |text: &str| text.parse().expect("a square");
    /// let line = position.pin_line(Color::Black, square("a4")).expect("the knight is pinned");
    /// assert!(line.contains(square("a2")));
    /// assert!(position.pin_line(Color::White, square("a1")).is_none());
    /// # Ok::<(), minnow_rules::FenError>(())
    /// ```
    pub fn pin_line(&self, color: Color, square: Square) -> Option<Bitboard> {
        let king = self.board().king(color).filter(|king| *king != square)?;
        let without = self.blockers() & !Bitboard::of(square);
        let (board, enemies) = (self.board(), self.board().color(!color));
        let queens = board.role(Role::Queen);
        let diagonal = attacks::bishop(king, without) & (board.role(Role::Bishop) | queens);
        let straight = attacks::rook(king, without) & (board.role(Role::Rook) | queens);
        let pinning = ((diagonal | straight) & enemies)
            .into_iter()
            .find(|slider| attacks::between(king, *slider).contains(square))?;
        Some(attacks::line(king, pinning))
    }
}
