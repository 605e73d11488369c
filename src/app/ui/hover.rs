//! Areas in which the pointer can move without a change of the picture, so that no frame is needed.

use egui::{Context, Id, LayerId, Pos2, Rect, Ui};

/// A part of the window that looks the same wherever the pointer stands in it.
#[derive(Clone, Copy, Debug)]
pub struct HoverArea {
    pub rect: Rect,
    /// Areas of the same appearance give the same picture and the same cursor.
    pub appearance: usize,
}

/// The areas of the last pass.
#[derive(Clone, Debug)]
struct HoverAreas {
    areas: Vec<HoverArea>,
    /// The layer on which they lie.
    layer: LayerId,
    /// The number of passes before the one that stored them.
    pass: u64,
}

impl HoverAreas {
    fn id() -> Id {
        Id::unique("hover areas")
    }

    fn appearance_at(&self, at: Pos2) -> Option<usize> {
        self.areas.iter().find(|area| area.rect.contains(at)).map(|area| area.appearance)
    }
}

/// Declares the areas of this pass, in place of those declared before.
pub fn declare_areas(ui: &Ui, areas: Vec<HoverArea>) {
    let ctx = ui.ctx();
    let areas = HoverAreas { areas, layer: ui.layer_id(), pass: ctx.cumulative_pass_nr() };
    ctx.data_mut(|data| data.insert_temp(HoverAreas::id(), areas));
}

/// True if the last pass declared that the picture does not depend on which of the two points the
/// pointer is at. Positions are in points.
pub fn is_same_picture(ctx: &Context, from: Pos2, to: Pos2) -> bool {
    let Some(areas) = ctx.data(|data| data.get_temp::<HoverAreas>(HoverAreas::id())) else {
        return false;
    };
    let is_of_last_pass = areas.pass + 1 == ctx.cumulative_pass_nr();
    let is_on_top = |at| ctx.layer_id_at(at).is_none_or(|layer| layer == areas.layer);
    let appearance = areas.appearance_at(from);
    is_of_last_pass
        && appearance.is_some()
        && appearance == areas.appearance_at(to)
        && is_on_top(from)
        && is_on_top(to)
}

#[cfg(test)]
mod tests {
    use egui::{Area, RawInput, pos2, vec2};

    use super::*;

    /// Two areas of one appearance, one of another, side by side and 10 points wide.
    fn three_areas(ui: &Ui) {
        let area = |x: f32, appearance| HoverArea {
            rect: Rect::from_min_size(pos2(x, 0.0), vec2(10.0, 10.0)),
            appearance,
        };
        declare_areas(ui, vec![area(0.0, 1), area(10.0, 1), area(20.0, 2)]);
    }

    fn run(ctx: &Context, mut content: impl FnMut(&mut Ui)) {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(100.0, 100.0)));
        let input = RawInput { screen_rect, ..RawInput::default() };
        ctx.run_ui(input, |ui| content(ui)).textures_delta.clear();
    }

    #[test]
    fn only_points_of_one_appearance_give_the_same_picture() {
        let ctx = Context::default();
        let (first, second, third) = (pos2(5.0, 5.0), pos2(15.0, 5.0), pos2(25.0, 5.0));
        assert!(!is_same_picture(&ctx, first, first), "nothing is declared");
        run(&ctx, |ui| three_areas(ui));
        assert!(is_same_picture(&ctx, first, second));
        assert!(!is_same_picture(&ctx, second, third));
        assert!(!is_same_picture(&ctx, third, pos2(45.0, 5.0)), "outside of all areas");
        run(&ctx, |_| {});
        assert!(!is_same_picture(&ctx, first, second), "the areas are of an earlier pass");
    }

    #[test]
    fn what_lies_over_an_area_takes_it_away() {
        let ctx = Context::default();
        for _ in 0..2 {
            run(&ctx, |ui| {
                three_areas(ui);
                Area::new(Id::unique("menu")).fixed_pos(pos2(12.0, 0.0)).show(ui.ctx(), |ui| {
                    ui.allocate_space(vec2(5.0, 10.0));
                });
            });
        }
        assert!(is_same_picture(&ctx, pos2(2.0, 5.0), pos2(8.0, 5.0)));
        assert!(!is_same_picture(&ctx, pos2(2.0, 5.0), pos2(14.0, 5.0)));
    }
}
