// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the two kinds of orders do alike, and sleep studies. The order of the features is in ARCHITECTURE.

use salal_platform::changes::ChangeKind;
use salal_platform::hooks::Needed;
use salal_platform::parts::Parts;
use salal_platform::{api, context, crash, error, jobs, notifications, settings};

pub mod orders;
pub mod sleep_studies;

/// Adds sleep studies to the whole: they are sold, signed and faxed.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "Sleep studies",
        "Questionnaires, sleep clinics and orders.",
        sleep_studies::routes(),
    ));
    parts.changes.extend([
        ChangeKind::of_health("sleepinfo"),
        ChangeKind::of_health(sleep_studies::EVENT),
    ]);
    parts.kinds.extend(sleep_studies::jobs());
    parts
        .on_start
        .push(|ctx| Box::pin(async move { sleep_studies::prepare(&ctx).await }));
    let sold = sleep_studies::payable_provider();
    parts.hooks.add_of_kind(sold.kind, sold);
    let faxed = sleep_studies::fax_subject();
    parts.hooks.add_of_kind(faxed.kind, faxed);
    let drawn = sleep_studies::drawings();
    parts.hooks.add_of_kind(drawn.kind, drawn);
    parts.needed.push(Needed::by_kind::<orders::Drawings>());
}
