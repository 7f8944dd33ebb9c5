// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fax hooks: what each feature whose documents are faxed provides: handling the outcome of a fax, deciding
//! whether another copy may be sent, and forwarding a pharmacy's question to the doctors. One `FaxSubject`
//! per kind of subject; the crate of each feature registers its own, so that fax does not depend on what was sent.

use futures_util::future::BoxFuture;
use salal_db::{Connection, Transaction};
use salal_domain::faults::Refusal;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use super::covers::Cover;
use super::{Change, Newest};
use crate::api::Scope;
use crate::context::{ChangeEvent, Context};
use crate::error::{Error, Result};
use crate::hooks::SubjectHook;

/// One kind of subject.
#[derive(Clone, Copy)]
pub struct FaxSubject {
    pub kind: SubjectKind,
    /// Called with the outcome of a fax. Must be idempotent.
    pub changed: fn(Context, Change) -> BoxFuture<'static, Result<()>>,
    /// The cover of another copy of this fax; an error with the reason if no copy may be sent.
    pub again: for<'a> fn(
        &'a Transaction,
        &'a Context,
        &'a Scope,
        Uuid,
        &'a Newest,
    ) -> BoxFuture<'a, Result<Cover>>,
    /// Called in the transaction that cancels an unsent fax, before it is deleted: the subject's id, the
    /// document, and the fax. An error keeps the fax.
    pub taken_back:
        for<'a> fn(&'a Transaction, &'a Context, &'a Scope, TakenBack) -> BoxFuture<'a, Result<()>>,
    /// Forwards a question to the doctors' inbox.
    pub ask_doctor:
        for<'a> fn(&'a Transaction, &'a Context, Question<'a>) -> BoxFuture<'a, Result<()>>,
    /// Asked of the subject's id and the document just before a fax is sent: why it may not leave now for where it is
    /// addressed to (decision 173). The fax has then failed.
    pub may_leave: for<'a> fn(&'a Connection, Uuid, Uuid) -> MayLeave<'a>,
    /// How many copies the patient may request through the link of an email; `None` if there is no such link.
    pub by_link: Option<i64>,
}

/// Whether a fax may leave now, or why not.
pub type MayLeave<'a> = BoxFuture<'a, Result<Result<(), Refusal>>>;

/// A question from a pharmacy or a clinic.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub subject_id: Uuid,
    pub label: &'a str,
    pub person: Uuid,
    /// "The pharmacy called": how the question reached the clinic.
    pub how: &'a str,
    pub text: &'a str,
    /// Who recorded it.
    pub by: Uuid,
}

/// A fax being cancelled.
#[derive(Clone, Copy, Debug)]
pub struct TakenBack {
    pub subject_id: Uuid,
    pub document: Uuid,
    pub fax: Uuid,
}

/// For a subject that stores nothing about its faxes.
pub fn nothing_kept<'a>(
    _: &'a Transaction,
    _: &'a Context,
    _: &'a Scope,
    _: TakenBack,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(std::future::ready(Ok(())))
}

impl SubjectHook for FaxSubject {
    const NAME: &'static str = "who has faxed";

    fn is_needed(kind: SubjectKind) -> bool {
        match kind {
            SubjectKind::Prescription
            | SubjectKind::PrescriptionVoid
            | SubjectKind::SleepAssessment => true,
            SubjectKind::LabTest
            | SubjectKind::Note
            | SubjectKind::Message
            | SubjectKind::Fax
            | SubjectKind::SameNumber => false,
        }
    }
}

pub(super) fn find_subject(ctx: &Context, kind: SubjectKind) -> Result<FaxSubject> {
    ctx.hooks
        .of_kind(kind)
        .copied()
        .ok_or_else(|| Error::broken("a fax of a kind that no one sends"))
}

/// Notifies the subject's feature and the open pages.
pub(super) async fn tell(ctx: &Context, change: Change) -> Result<()> {
    let subject = find_subject(ctx, change.subject_kind)?;
    let (fax, person) = (change.fax, change.person);
    (subject.changed)(ctx.clone(), change).await?;
    ctx.publish(ChangeEvent {
        kind: "fax",
        id: fax,
        person,
    });
    Ok(())
}
