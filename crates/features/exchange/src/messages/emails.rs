// SPDX-License-Identifier: AGPL-3.0-or-later

//! Emails that announce a message, without its content. A patient's email has the link for reading and
//! answering the message without signing in (decisions 1 and 56).

use salal_db::{Connection, StatementBatch, Transaction};
use salal_documents::mail::Mail;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use crate::api::{Role, Scope};
use crate::context::Context;
use crate::error::Result;
use crate::sealing::{self, KeyUse};
use crate::{jobs, notifications};
use salal_accounts::accounts;
use salal_people::links::{self, NewLink, Purpose};
use salal_people::people;

/// Notifies a patient of a message from staff.
pub(super) async fn to_patient(
    tx: &Transaction,
    ctx: &Context,
    message: Uuid,
    patient: Uuid,
    writer: Role,
) -> Result<()> {
    let address = address_of(ctx, tx, patient).await?;
    let mut writes = ctx.db.batch();
    to_patient_with(&mut writes, ctx, message, patient, &address, writer)?;
    Ok(writes.run(tx).await?)
}

/// The address of a patient who is to be notified.
pub async fn address_of(ctx: &Context, db: &Connection, patient: Uuid) -> Result<String> {
    let scope = Scope::for_proved_person(patient);
    Ok(people::load_facts(ctx, db, &scope, patient).await?.email)
}

/// Like `to_patient`, to the patient's address, added to the transaction's pending writes.
pub fn to_patient_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    message: Uuid,
    patient: Uuid,
    address: &str,
    writer: Role,
) -> Result<()> {
    let new = NewLink {
        purpose: Purpose::Reply,
        subject_kind: SubjectKind::Message,
        subject_id: message,
        person: patient,
        days: ctx.settings.links.reply_days,
    };
    let (id, secret) = links::make_with(writes, ctx, &new);
    let link = format!("{}/reply/{id}/{secret}", site(ctx));
    let mail = if writer == Role::Doctor {
        Mail::DoctorMessage { link }
    } else {
        Mail::OfficeMessage { link }
    };
    let letter = notifications::email_job(ctx, address, &mail)?;
    jobs::enqueue_with(writes, ctx, letter);
    Ok(())
}

/// Notifies a staff member, or the office itself, that a message is waiting.
pub(super) async fn to_staff(tx: &Transaction, ctx: &Context, address: &str) -> Result<()> {
    let link = format!("{}/messaging", site(ctx));
    notifications::send_email(tx, ctx, address, Mail::StaffMessage { link }).await
}

/// Notifies everyone with one of these roles, once per key, as long as the finished job is kept.
pub async fn to_roles_once(
    tx: &Connection,
    ctx: &Context,
    roles: &[Role],
    mail: &Mail,
    key: &str,
) -> Result<()> {
    for address in accounts::addresses(tx, roles).await? {
        let letter = notifications::email_job(ctx, &address, mail)?;
        let hashes = sealing::keyed_hashes(ctx, KeyUse::JobKey, &address);
        let mut keys = hashes.into_iter().map(|to| format!("{key}:{to}"));
        let own = keys.next().unwrap_or_default();
        let letter = letter.once(own);
        // Before the master key was rotated it had another key.
        let before: Vec<String> = keys.collect();
        if !jobs::is_kept(tx, &letter, &before).await? {
            jobs::enqueue(tx, ctx, letter).await?;
        }
    }
    Ok(())
}

fn site(ctx: &Context) -> &str {
    ctx.settings.server.public_url.trim_end_matches('/')
}
