// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of payments: payments, refunds, and handled events of the payment services. A payment stores
//! only the kind and id of its subject. Never a card number.

/// A payment, from its intent on. At most one in force per subject.
pub mod payment {
    use salal_db::Coded;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    use crate::payments::states::{PaymentMethod, PaymentState};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "payment")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub subject_kind: Coded<SubjectKind>,
        pub subject_id: Uuid,
        pub person_id: Uuid,
        pub method: Coded<PaymentMethod>,
        pub state: Coded<PaymentState>,
        pub amount_cents: i64,
        pub currency: String,
        pub token: Option<String>,
        /// The service's payment intent or order.
        pub provider_ref: Option<String>,
        /// The service's charge or capture.
        pub capture_ref: Option<String>,
        pub card_brand: Option<String>,
        pub card_last4: Option<String>,
        pub payer_given: Option<String>,
        pub payer_surname: Option<String>,
        pub decline_code: Option<String>,
        pub created_at: DateTimeUtc,
        pub charged_at: Option<DateTimeUtc>,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A refund, from its intent on. At most one in force per payment.
pub mod refund {
    use salal_db::Coded;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    use crate::payments::states::RefundState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "refund")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub payment_id: Uuid,
        pub subject_kind: Coded<SubjectKind>,
        pub subject_id: Uuid,
        pub amount_cents: i64,
        pub state: Coded<RefundState>,
        pub provider_ref: Option<String>,
        pub requested_by: Uuid,
        pub created_at: DateTimeUtc,
        pub refunded_at: Option<DateTimeUtc>,
        /// Why it failed.
        pub reason: Option<String>,
        /// Why a cancelled order's fee was returned; none for the refund of what was refused.
        pub why: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// An event of a payment service that was handled.
pub mod provider_event {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "provider_event")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub service: String,
        pub at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
