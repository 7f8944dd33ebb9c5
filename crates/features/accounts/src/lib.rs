// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who may sign in, and who opened which record. The order of the features is in ARCHITECTURE.

use salal_people::people::AccountOf;
use salal_platform::api::ApiHooks;
use salal_platform::hooks::Needed;
use salal_platform::parts::{Parts, Streams};
use salal_platform::{
    api, changes, context, error, hooks, jobs, notifications, plain_file, sealing, settings,
};

pub mod accounts;
pub mod audit;

/// Adds accounts and the audit to the whole, and tells whose account is whose and who calls. Someone must know which
/// sessions are in use.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "Accounts",
        "Registration, sign-in, sessions, recovery, invitations and staff accounts.",
        accounts::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Audit",
        "Who opened which record.",
        audit::routes(),
    ));
    parts.kinds.extend(audit::jobs());
    parts.sealed.push(accounts::SEALED);
    parts.on_restore.push(accounts::end_sign_ins);
    parts.on_restore.push(audit::forget);
    parts.api = Some(ApiHooks {
        find_session: accounts::find_session,
        write_audit: audit::write,
        find_opened: audit::opened_within,
    });
    parts.streams = Some(Streams {
        find_session: |ctx, headers| {
            Box::pin(async move { accounts::session_of_headers(&ctx, &headers).await })
        },
        time_left: |ctx, session| {
            Box::pin(async move {
                let left = accounts::time_left(&ctx, session).await.ok().flatten();
                left.and_then(|left| left.to_std().ok())
            })
        },
    });
    parts.hooks.add(AccountOf(accounts::select_account));
    parts
        .needed
        .push(Needed::once::<accounts::retention::SessionsInUse>());
}
