// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reference data that screens need before sign-in: settings, option lists, countries. Not here: pharmacies
//! and drugs, which are searched and have their own features.

mod dto;
mod routes;

pub use routes::routes;

/// The public settings at a given time, as returned by the route; every document of the web app contains them
/// too.
pub fn public_settings(
    settings: &crate::settings::Settings,
    now: chrono::DateTime<chrono::Utc>,
) -> serde_json::Value {
    serde_json::to_value(dto::PublicSettings::of(settings, now)).unwrap_or_default()
}
