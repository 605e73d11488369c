//! Decides whether a movement of the pointer changes the picture, so that a frame is needed: inside of
//! declared areas it does not, and in a dialog only what is under the pointer counts.

use egui::{Context, Id, LayerId, Pos2, Rect, Ui};

/// The change of the picture by a movement of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureChange {
    None,
    /// Another text is under the pointer, which may have a tooltip: its frame may wait for rest.
    Text,
    /// Another control of a dialog is under the pointer and looks different: its frame may wait if
    /// frames cost much.
    Control,
    Now,
}

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

/// The change of the picture if the pointer moves from one point to another one. Positions are in points.
pub fn picture_change(ctx: &Context, from: Pos2, to: Pos2) -> PictureChange {
    if is_same_picture(ctx, from, to) {
        return PictureChange::None;
    }
    match (DialogHit::at(ctx, from), DialogHit::at(ctx, to)) {
        (Some(before), Some(after)) => before.change_to(&after),
        _ => PictureChange::Now,
    }
}

/// The widgets under the pointer while a dialog or a page is open, from the back to the front.
#[derive(Debug, Default)]
struct DialogHit {
    /// The controls that contain the point.
    inside: Vec<Id>,
    /// These, and those so close to the point that egui may take them for it.
    near: Vec<Id>,
    /// Texts and groups that contain the point.
    texts: Vec<Id>,
}

impl DialogHit {
    /// `None` without a dialog.
    fn at(ctx: &Context, at: Pos2) -> Option<DialogHit> {
        let layers: Vec<LayerId> = ctx.memory(|memory| {
            memory.top_modal_layer()?;
            let layers = memory.layer_ids();
            let open = layers.filter(|layer| memory.allows_interaction(*layer));
            Some(open.collect::<Vec<LayerId>>())
        })?;
        let reach = ctx.global_style().interaction.interact_radius;
        let mut hit = DialogHit::default();
        ctx.viewport(|viewport| {
            let widgets = &viewport.prev_pass.widgets;
            for widget in layers.iter().flat_map(|layer| widgets.get_layer(*layer)) {
                let (rect, id) = (widget.interact_rect, widget.id);
                let is_control = widget.sense.senses_click() || widget.sense.senses_drag();
                if is_control && !rect.is_negative() && rect.distance_to_pos(at) <= reach {
                    hit.near.push(id);
                }
                if rect.contains(at) {
                    if is_control { hit.inside.push(id) } else { hit.texts.push(id) }
                }
            }
        });
        Some(hit)
    }

    fn change_to(&self, after: &DialogHit) -> PictureChange {
        // Of several controls around the point egui takes the closest one.
        let is_clear = self.near.len() <= self.inside.len() + 1;
        if !is_clear || self.near != after.near || self.inside != after.inside {
            PictureChange::Control
        } else if self.texts != after.texts {
            PictureChange::Text
        } else {
            PictureChange::None
        }
    }
}

/// True if the last pass declared that the picture does not depend on which of the two points the
/// pointer is at.
fn is_same_picture(ctx: &Context, from: Pos2, to: Pos2) -> bool {
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
    use egui::{Area, Modal, RawInput, pos2, vec2};

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
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0)));
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
    fn in_a_dialog_only_another_control_needs_a_frame() {
        let ctx = Context::default();
        ctx.all_styles_mut(|style| style.interaction.selectable_labels = false);
        let [mut text, mut first, mut second] = [Rect::NOTHING; 3];
        for _ in 0..3 {
            run(&ctx, |ui| {
                three_areas(ui);
                Modal::new(Id::unique("dialog")).show(ui.ctx(), |ui| {
                    text = ui.label("A text").rect;
                    ui.add_space(20.0);
                    first = ui.button("First").rect;
                    ui.add_space(20.0);
                    second = ui.button("Second").rect;
                });
            });
        }
        let change = |from, to| picture_change(&ctx, from, to);
        let aside = vec2(1.0, 0.0);
        assert_eq!(change(first.center(), first.center() + aside), PictureChange::None);
        assert_eq!(change(first.center(), second.center()), PictureChange::Control);
        let gap = text.center_bottom() + vec2(0.0, 8.0);
        assert_eq!(change(gap, gap + aside), PictureChange::None);
        assert_eq!(change(gap, text.center()), PictureChange::Text);
        assert_eq!(change(gap, first.center()), PictureChange::Control);
        let board = [pos2(2.0, 2.0), pos2(25.0, 5.0)];
        assert_eq!(change(board[0], board[1]), PictureChange::None, "the board lies below");
        run(&ctx, |ui| three_areas(ui));
        assert_eq!(picture_change(&ctx, board[0], board[1]), PictureChange::Now);
        assert_eq!(picture_change(&ctx, gap, gap + aside), PictureChange::Now);
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
