// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the sites of a feature's tests are put together from.

use salal_accounts::accounts::retention::SessionsInUse;
use salal_people::people::Prescribed;
use salal_platform::parts::Parts;
use salal_reference::pharmacies::PharmaciesChanged;
use sea_orm::sea_query::{Alias, Expr, Query};

/// The crates whose features no site is without: those of the people of all tests, and of the drugs they are shown.
const OF_ALL: [fn(&mut Parts); 4] = [
    salal_reference::register,
    salal_people::register,
    salal_drugs::register,
    salal_accounts::register,
];

/// The platform, the crates that no site is without, and those above them that are named, from below.
pub fn parts_with(above: &[fn(&mut Parts)]) -> Parts {
    let mut parts = Parts::of_platform();
    for register in OF_ALL.iter().chain(above) {
        register(&mut parts);
    }
    parts
}

/// Adds what the crate of prescriptions would say to those below it if there were none.
pub fn add_no_prescriptions(parts: &mut Parts) {
    parts.hooks.add(Prescribed {
        select_one: |_| {
            Query::select()
                .column(Alias::new("id"))
                .from(Alias::new("prescription"))
                .and_where(Expr::cust("1 = 0"))
                .to_owned()
        },
        count_pending: |_| "CAST(0 AS BIGINT)".to_owned(),
    });
    parts.hooks.add(SessionsInUse(
        "SELECT id AS session_id FROM session WHERE 1 = 0",
    ));
    parts
        .hooks
        .add(PharmaciesChanged(|_, _| Box::pin(async { Ok(()) })));
}
