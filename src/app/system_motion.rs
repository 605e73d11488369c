//! Asks the system for less motion: the default of the animations.
//!
//! On Linux and other systems with D-Bus the answer comes from the desktop's settings portal, which
//! GNOME, KDE and others fill. The library of the window has no such question for other systems, so
//! there only the program's own switch counts.

use minnow_jobs::{JobHandle, Spawner};

/// Asks on a thread of its own, because a desktop may start its portal first. `wake` is called with the
/// answer, true if the system asks for less motion; there may be none.
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "the page asks its browser"))]
pub(super) fn ask(spawner: &Spawner, wake: impl Fn() + Send + Sync + 'static) -> JobHandle<bool> {
    spawner.start("system settings", wake, |job| {
        if let Some(is_reduced) = portal::reduces_motion() {
            job.emit(is_reduced);
        }
    })
}

#[cfg(not(any(windows, target_os = "macos", target_arch = "wasm32")))]
mod portal {
    use zbus::{
        Connection,
        zvariant::{OwnedValue, Value},
    };

    /// The settings that ask for less motion, the most specific one first: namespace and key.
    const SETTINGS: [(&str, &str); 3] = [
        ("org.freedesktop.appearance", "reduced-motion"),
        ("org.gnome.desktop.interface", "enable-animations"),
        ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"),
    ];

    /// True or false by the first setting that the desktop has; `None` without one.
    pub(super) fn reduces_motion() -> Option<bool> {
        pollster::block_on(async {
            let bus = Connection::session().await.ok()?;
            for setting in SETTINGS {
                let reply = bus.call_method(
                    Some("org.freedesktop.portal.Desktop"),
                    "/org/freedesktop/portal/desktop",
                    Some("org.freedesktop.portal.Settings"),
                    "Read",
                    &setting,
                );
                let Ok(reply) = reply.await else { continue };
                let value = reply.body().deserialize::<OwnedValue>().ok();
                if let Some(answer) = value.and_then(|value| meaning(setting.1, &value)) {
                    return Some(answer);
                }
            }
            None
        })
    }

    /// True if this value of a setting asks for less motion; `None` if it is of another type.
    fn meaning(key: &str, value: &Value<'_>) -> Option<bool> {
        match (key, value) {
            // The portal packs the value once more.
            (_, Value::Value(inner)) => meaning(key, inner),
            ("reduced-motion", Value::U32(wish)) => Some(*wish == 1),
            ("enable-animations", Value::Bool(enabled)) => Some(!enabled),
            ("AnimationDurationFactor", Value::Str(factor)) => {
                Some(factor.parse::<f64>().ok()? == 0.0)
            }
            _ => None,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn values_of_the_desktops_are_understood() {
            for (key, value, expected) in [
                ("reduced-motion", Value::U32(1), Some(true)),
                ("reduced-motion", Value::U32(0), Some(false)),
                ("enable-animations", Value::Bool(false), Some(true)),
                ("enable-animations", Value::Bool(true), Some(false)),
                ("AnimationDurationFactor", Value::from("0"), Some(true)),
                ("AnimationDurationFactor", Value::from("0.5"), Some(false)),
                ("AnimationDurationFactor", Value::from("slow"), None),
                ("enable-animations", Value::U32(0), None),
            ] {
                assert_eq!(meaning(key, &value), expected, "{key} {value:?}");
                let packed = Value::Value(Box::new(value));
                assert_eq!(meaning(key, &packed), expected, "{key} {packed:?}");
            }
        }
    }
}

#[cfg(any(windows, target_os = "macos", target_arch = "wasm32"))]
mod portal {
    /// These systems are not asked.
    pub(super) fn reduces_motion() -> Option<bool> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::task::Task;

    #[test]
    fn without_a_thread_there_is_no_answer() {
        let spawner = Spawner::new(|_, _| Err(std::io::Error::other("no more threads")));
        let mut question = Task::default();
        question.begin(ask(&spawner, || {}));
        assert!(question.poll().is_empty() && !question.is_running());
    }
}
