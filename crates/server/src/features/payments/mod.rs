//! Payments: charges and refunds by card and wallet. Every effect is an intent written first, then
//! one call with that intent's own idempotency key, then the outcome; an unknown outcome is asked
//! about with the same key, never repeated blindly. Money does not know what was bought: it keeps a
//! subject and tells its listener when something settled.

mod calls;
mod card;
mod jobs;
mod refunds;
pub(crate) mod rows;
mod settle;
mod store;
mod view;
mod wallet;
mod wire;

use futures_util::future::BoxFuture;
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;

pub use calls::calls;
pub(crate) use card::{ChargeCard, charge as charge_card};
pub use jobs::jobs;
pub(crate) use refunds::{NewRefund, refund};
pub use view::{
    CardView, PaymentView, RefundState, Standing, card_of, standing, standings, subject_of_charge,
};
pub(crate) use wallet::{NewOrder, capture, order};

/// What was bought: a kind and an id, nothing more.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Subject {
    pub kind: String,
    pub id: Uuid,
}

impl Subject {
    pub fn prescription(id: Uuid) -> Self {
        Self {
            kind: "prescription".into(),
            id,
        }
    }
}

/// Hears that a payment or refund of a subject changed; `app` hands it over.
pub struct Listeners {
    pub changed: fn(Context, Subject) -> BoxFuture<'static, Result<()>>,
}

/// Tells the listener; it must bear being told twice.
async fn tell(ctx: &Context, subject: Subject) -> Result<()> {
    let listeners = ctx.kept::<Listeners>(|| Listeners {
        changed: |_, _| Box::pin(async { Ok(()) }),
    });
    (listeners.changed)(ctx.clone(), subject).await
}
