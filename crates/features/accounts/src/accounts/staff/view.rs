// SPDX-License-Identifier: AGPL-3.0-or-later

//! The list of staff accounts, and one account with its sessions and history.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use salal_db::Connection;
use uuid::Uuid;

use super::dto::{
    AccountChange, StaffAccount, StaffAccountDetail, StaffList, StaffQuery, StaffState,
};
use super::repo::{self, Found};
use crate::accounts::account_dto::SessionView;
use crate::accounts::credentials::ById;
use crate::accounts::{sessions, user_agent};
use crate::api::{Json, NoBody, Request, SignedIn};
use crate::error::{Error, Result};
use salal_people::people::{self, PersonRef};

/// The number of history entries shown.
const HISTORY: u64 = 50;

/// GET /staff-account
pub(super) async fn list_staff(
    request: Request<NoBody, (), StaffQuery>,
) -> Result<Json<StaffList>> {
    let (query, me, db) = (&request.query, request.me()?, request.ctx.db.read());
    let wrong = "Choose active, disabled or unconfirmed.";
    let state = query.state.as_deref().map(str::parse).transpose();
    let wanted = (query, state.map_err(|_| Error::field("state", wrong))?);
    let after = query.cursor.as_deref().map(place).transpose()?;
    let limit = i64::from(query.limit.unwrap_or(20).clamp(1, 100));
    let mut found = repo::list_staff_accounts(db, wanted, after, limit + 1).await?;
    let limit = usize::try_from(limit).unwrap_or(20);
    let more = found.len() > limit;
    found.truncate(limit);
    let total = if more || query.cursor.is_some() {
        repo::count(db, wanted).await?
    } else {
        found.len() as u64
    };
    Ok(Json(StaffList {
        next_cursor: found.last().filter(|_| more).map(cursor),
        items: found.into_iter().map(|row| view(row, me)).collect(),
        total,
    }))
}

/// The cursor of a row; opaque to the page.
fn cursor(row: &Found) -> String {
    URL_SAFE_NO_PAD.encode(format!("{} {}", row.id, row.name_folded))
}

fn place(cursor: &str) -> Result<(String, Uuid)> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    let text = String::from_utf8(bytes).unwrap_or_default();
    let parts = text.split_once(' ');
    let place = parts.and_then(|(id, name)| Some((name.to_owned(), id.parse().ok()?)));
    place.ok_or_else(|| Error::malformed("The cursor cannot be read."))
}

/// GET /staff-account/{id}
pub(super) async fn get_staff_account(
    request: Request<NoBody, ById>,
) -> Result<Json<StaffAccountDetail>> {
    let (ctx, me, id) = (&request.ctx, request.me()?, request.path.id);
    let db = ctx.db.read();
    let account = account(db, id, me).await?;
    let (living, changes) = tokio::try_join!(
        sessions::living(db, ctx, id),
        repo::history(db, id, HISTORY)
    )?;
    let actors: Vec<Uuid> = changes.iter().map(|change| change.by_person).collect();
    let names = people::names(db, &actors).await?;
    let session = |session: crate::accounts::entity::session::Model| SessionView {
        id: session.id,
        created_at: session.created_at,
        last_seen_at: session.last_seen_at,
        ip: session.ip,
        agent: user_agent::describe(&session.agent),
        current: session.id == me.session_id,
    };
    let history = changes.into_iter().map(|change| AccountChange {
        id: change.id,
        at: change.at,
        by: names.get(&change.by_person).cloned().unwrap_or_default(),
        what: *change.what,
        was: change.was,
        became: change.became,
    });
    Ok(Json(StaffAccountDetail {
        account,
        sessions: living.into_iter().map(session).collect(),
        history: history.collect(),
    }))
}

/// The current state of a staff account.
pub(super) async fn account(db: &Connection, id: Uuid, me: &SignedIn) -> Result<StaffAccount> {
    let row = repo::find_staff_account(db, id)
        .await?
        .ok_or_else(Error::not_found)?;
    Ok(view(row, me))
}

fn view(row: Found, me: &SignedIn) -> StaffAccount {
    let state = match (row.disabled_at, row.activated_at) {
        // Closed by the user: the address is available again, and the account cannot be changed.
        (Some(_), _) if row.email_folded.starts_with("closed:") => StaffState::Closed,
        (Some(_), _) => StaffState::Disabled,
        (None, None) => StaffState::Unconfirmed,
        (None, Some(_)) => StaffState::Active,
    };
    StaffAccount {
        id: row.id,
        version: row.version,
        person: PersonRef {
            id: row.person_id,
            first_name: row.first_name,
            last_name: row.last_name,
        },
        email: row.email,
        role: *row.role,
        is_admin: row.is_admin,
        state,
        disabled_at: row.disabled_at,
        second_step: row.totp_confirmed_at.is_some(),
        created_at: row.created_at,
        last_sign_in: row.last_sign_in,
        college_number: row.college_number,
        billing_number: row.billing_number,
        phone: row.phone.unwrap_or_default(),
        fax: row.fax.unwrap_or_default(),
        own: row.id == me.account_id,
    }
}
