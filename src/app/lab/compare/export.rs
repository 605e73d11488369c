//! The comparison as pictures for slides.

use super::{
    ComparePage,
    plot::technique_name,
    view::{COLUMNS, texts_of},
};
use crate::app::session::NamedPicture;
use minnow_lab::{CurvePoint, LabPicture, LeavesCurve, LeavesPlot, SlideTable, THEORY};

impl ComparePage {
    /// The measured position and depth as a title; `None` without a measurement.
    fn title(&self) -> Option<String> {
        let (position, depth, quiescence) = self.measured()?;
        let captures = if quiescence { ", then captures" } else { "" };
        Some(format!("{}, depth {depth}{captures}", position.fen()))
    }

    /// The table of the techniques at the greatest depth.
    pub fn table_picture(&self) -> Option<NamedPicture> {
        let (_, depth, _) = self.measured()?;
        let titles = std::iter::once("technique").chain(COLUMNS.iter().map(|(title, _)| *title));
        let mut rows = vec![titles.map(str::to_owned).collect::<Vec<String>>()];
        for place in self.shown() {
            let Some(technique) = self.techniques().get(place) else { continue };
            let cells = texts_of(self.cell(place, depth), self.is_measuring());
            rows.push(std::iter::once(technique_name(technique)).chain(cells).collect());
        }
        let table = SlideTable { title: self.title()?, rows, has_figures: true };
        Some(NamedPicture { name: "comparison", picture: LabPicture::Slide(table.slide()) })
    }

    /// The leaves over the depth, with the curves of theory.
    pub fn plot_picture(&self) -> Option<NamedPicture> {
        let (_, depths, _) = self.measured()?;
        let techniques = self.shown().into_iter().filter_map(|place| {
            let technique = self.techniques().get(place)?;
            let leaves = self.leaves_of(place).into_iter();
            let points = leaves
                .map(|one| CurvePoint { depth: one.depth, leaves: one.leaves as f64 })
                .collect();
            Some(LeavesCurve { name: technique_name(technique), points })
        });
        let theory = THEORY.map(|curve| {
            let leaves = |depth| {
                let leaves = curve.leaves(self.whole_tree(), depth)?;
                Some(CurvePoint { depth, leaves })
            };
            let points = (1..=depths).filter_map(leaves).collect();
            LeavesCurve { name: curve.name.to_owned(), points }
        });
        let title = format!("Leaves of the last iteration: {}", self.title()?);
        let plot = LeavesPlot { title, measured: techniques.collect(), theory: theory.to_vec() };
        Some(NamedPicture { name: "leaves", picture: LabPicture::Slide(plot.slide()) })
    }
}
