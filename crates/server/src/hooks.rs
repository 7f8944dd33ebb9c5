// SPDX-License-Identifier: AGPL-3.0-or-later

//! Hooks between features that do not depend on each other: `app` fills in every field, so a forgotten hook does
//! not compile. Payments know no prescriptions and fax knows no sleep studies; each finds its subject's feature here,
//! by kind.

use futures_util::future::BoxFuture;
use salal_documents::mail::Mail;
use uuid::Uuid;

use crate::api::{AuditSentences, SignedIn};
use crate::context::Context;
use crate::error::Result;
use crate::features::fax::FaxSubject;
use crate::features::payments::PayableProvider;
use crate::jobs::{JobKind, RequiredServices};

/// Every hook between features.
pub struct Hooks {
    /// The kinds of subjects that can be paid for.
    pub payable_providers: Vec<PayableProvider>,
    /// The kinds of subjects that can be faxed.
    pub fax_subjects: Vec<FaxSubject>,
    /// Notifies the staff of a failed delivery or job, as a message inside the product.
    pub notify_staff: fn(Context, subject: String, body: String) -> BoxFuture<'static, Result<()>>,
    /// Sends an email to every administrator, once for each key, ever.
    pub mail_administrators_once:
        fn(Context, mail: Mail, key: String) -> BoxFuture<'static, Result<()>>,
    /// Whether the caller may read the message thread that a file is attached to (decision 162); `None` when it is
    /// attached to none.
    pub is_in_visible_thread:
        fn(Context, SignedIn, Uuid) -> BoxFuture<'static, Result<Option<bool>>>,
    /// What the traced routes do, for the readers of the audit log.
    pub audit_sentences: AuditSentences,
    /// The external service that a job kind depends on.
    pub required_services: RequiredServices,
    /// All job kinds.
    pub job_kinds: Vec<JobKind>,
}
