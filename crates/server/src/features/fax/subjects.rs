//! What fax asks of the features whose papers it sends: to hear what became of a fax, whether one more copy
//! may leave, and to put a pharmacy's question before the doctors. One listener a kind of subject; `app`
//! hands them over, so that fax never knows what was sent.

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use uuid::Uuid;

use super::covers::Cover;
use super::{Change, Newest};
use crate::api::Scope;
use crate::context::{ChangeEvent, Context};
use crate::error::{Error, Result};

/// One kind of subject.
#[derive(Clone, Copy)]
pub struct FaxSubject {
    pub kind: &'static str,
    /// Hears what became of a fax. Must bear being told twice.
    pub changed: fn(Context, Change) -> BoxFuture<'static, Result<()>>,
    /// What the cover of one more copy of this fax says; refused with the reason when no copy may leave.
    pub again: for<'a> fn(
        &'a Transaction,
        &'a Context,
        &'a Scope,
        Uuid,
        &'a Newest,
    ) -> BoxFuture<'a, Result<Cover>>,
    /// Hears, before it happens and in its transaction, that a fax is taken back which has not left: the
    /// subject's id, the document, and the fax. A refusal keeps the fax.
    pub taken_back:
        for<'a> fn(&'a Transaction, &'a Context, &'a Scope, TakenBack) -> BoxFuture<'a, Result<()>>,
    /// Puts a question before the doctors, in their inbox.
    pub ask_doctor:
        for<'a> fn(&'a Transaction, &'a Context, Question<'a>) -> BoxFuture<'a, Result<()>>,
    /// How many copies the patient may have sent by the link of an e-mail; none has no such link.
    pub by_link: Option<i64>,
}

/// What a pharmacy or a clinic wants to know.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub subject_id: Uuid,
    pub label: &'a str,
    pub person: Uuid,
    /// "The pharmacy called": how it reached the clinic.
    pub how: &'a str,
    pub text: &'a str,
    /// Who wrote it down.
    pub by: Uuid,
}

/// A fax that is taken back.
#[derive(Clone, Copy, Debug)]
pub struct TakenBack {
    pub subject_id: Uuid,
    pub document: Uuid,
    pub fax: Uuid,
}

/// For a subject that keeps nothing of its faxes.
pub fn nothing_kept<'a>(
    _: &'a Transaction,
    _: &'a Context,
    _: &'a Scope,
    _: TakenBack,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(std::future::ready(Ok(())))
}

pub(super) fn find_listener(ctx: &Context, kind: &str) -> Result<FaxSubject> {
    ctx.hooks
        .fax_subjects
        .iter()
        .find(|subject| subject.kind == kind)
        .copied()
        .ok_or_else(|| Error::broken("a fax of a kind that nobody sends"))
}

/// Tells the subject's feature, and the open pages.
pub(super) async fn tell(ctx: &Context, change: Change) -> Result<()> {
    let listener = find_listener(ctx, &change.subject_kind)?;
    let (fax, person) = (change.fax, change.person);
    (listener.changed)(ctx.clone(), change).await?;
    ctx.publish(ChangeEvent {
        kind: "fax",
        id: fax,
        person,
    });
    Ok(())
}
