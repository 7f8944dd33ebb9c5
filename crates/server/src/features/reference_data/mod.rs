//! Reference data: what the screens have to know before anybody signs in: settings, option lists,
//! countries. Deliberately not here: pharmacies and drugs, which are searched and have features of
//! their own.

mod dto;
mod routes;

pub use routes::routes;

/// The public settings at a moment, as the call answers them: every document of the web app carries
/// them too.
pub fn public_settings(
    settings: &crate::settings::Settings,
    now: chrono::DateTime<chrono::Utc>,
) -> serde_json::Value {
    serde_json::to_value(dto::PublicSettings::of(settings, now)).unwrap_or_default()
}
