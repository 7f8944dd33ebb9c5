//! What features do for one another without knowing one another: `app` fills in every field, so a forgotten hook
//! does not compile. A payment knows no prescription and a fax knows no sleep study; each finds its subject's feature
//! here by kind.

use futures_util::future::BoxFuture;
use uuid::Uuid;

use crate::api::SignedIn;
use crate::context::Context;
use crate::error::Result;
use crate::features::fax::FaxSubject;
use crate::features::payments::PayableProvider;
use crate::jobs::{JobKind, RequiredServices};

/// Every hook between features.
pub struct Hooks {
    /// What can be paid for.
    pub payable_providers: Vec<PayableProvider>,
    /// What can be faxed.
    pub fax_subjects: Vec<FaxSubject>,
    /// Tells the staff, in the product's own messages, of something that could not be delivered or done.
    pub notify_staff: fn(Context, subject: String, body: String) -> BoxFuture<'static, Result<()>>,
    /// Whether a file is part of a message thread that the caller reads (decision 162).
    pub is_in_visible_thread: fn(Context, SignedIn, Uuid) -> BoxFuture<'static, Result<bool>>,
    /// The outside service that a kind of job cannot do without.
    pub required_services: RequiredServices,
    /// Every kind of background job.
    pub job_kinds: Vec<JobKind>,
}
