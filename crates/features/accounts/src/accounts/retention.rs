// SPDX-License-Identifier: AGPL-3.0-or-later

//! Deletes what sign-ins leave behind: codes, links that set a password, unfinished changes of an email address,
//! counts of attempts, remembered browsers, sessions. Each is kept until nothing asks for it any more. Not here:
//! accounts, invitations and the list of past sign-ins, which are part of the record.

use chrono::TimeDelta;

use crate::context::Context;
use crate::error::Result;
use crate::hooks::Hook;

/// Longer than anything counts or accepts them: a lock is remembered for 24 hours, and limits run for a day at
/// most.
const TRACES: TimeDelta = TimeDelta::days(2);

/// In the order that their references ask for.
const AFTER_TWO_DAYS: &[&str] = &[
    "DELETE FROM one_time_code WHERE id IN (SELECT id FROM one_time_code WHERE created_at < $1 LIMIT $2)",
    "DELETE FROM recovery WHERE id IN (SELECT id FROM recovery WHERE created_at < $1 LIMIT $2)",
    "DELETE FROM email_change WHERE account_id IN (SELECT account_id FROM email_change WHERE begun_at < $1 LIMIT $2)",
    "DELETE FROM hand_over WHERE id IN (SELECT id FROM hand_over WHERE expires_at < $1 LIMIT $2)",
    "DELETE FROM known_device WHERE id IN (SELECT id FROM known_device WHERE expires_at < $1 LIMIT $2)",
    "DELETE FROM sign_in_device WHERE id IN (SELECT id FROM sign_in_device WHERE expires_at < $1 LIMIT $2)",
    "DELETE FROM sign_in_guard WHERE key IN (SELECT key FROM sign_in_guard WHERE last_failure_at < $1 \
     AND (locked_until IS NULL OR locked_until < $1) LIMIT $2)",
];

/// The sessions that rows of another feature name, which are kept for them: a select in SQL, as `session_id`.
pub struct SessionsInUse(pub &'static str);

impl Hook for SessionsInUse {
    const NAME: &'static str = "who knows the sessions in use";
}

fn sessions(in_use: &SessionsInUse) -> String {
    format!(
        "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at < $1 \
         AND NOT EXISTS (SELECT 1 FROM ({}) used WHERE used.session_id = session.id) \
         AND NOT EXISTS (SELECT 1 FROM known_device WHERE known_device.session_id = session.id) \
         AND NOT EXISTS (SELECT 1 FROM email_change WHERE email_change.session_id = session.id) \
         ORDER BY expires_at LIMIT $2)",
        in_use.0
    )
}

/// Deletes what is old; returns how many rows.
pub async fn delete_old(ctx: &Context) -> Result<u64> {
    let now = ctx.now();
    let mut gone = 0;
    for sql in AFTER_TWO_DAYS {
        gone += ctx.db.delete_old(sql, now - TRACES).await?;
    }
    let before = now - TimeDelta::days(ctx.settings.retention.sessions_days);
    let sessions = sessions(ctx.hooks.get());
    Ok(gone + ctx.db.delete_old(&sessions, before).await?)
}
