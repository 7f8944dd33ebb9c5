// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of payments: payments, refunds, and handled events of the payment services. A payment stores
//! only the kind and id of its subject. Never a card number.

/// A payment, from its intent on. At most one in force per subject.
pub(crate) mod payment {
    use salal_db::Coded;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    use crate::features::payments::states::{PaymentMethod, PaymentState};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "payment")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) subject_kind: Coded<SubjectKind>,
        pub(crate) subject_id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) method: Coded<PaymentMethod>,
        pub(crate) state: Coded<PaymentState>,
        pub(crate) amount_cents: i64,
        pub(crate) currency: String,
        pub(crate) token: Option<String>,
        /// The service's payment intent or order.
        pub(crate) provider_ref: Option<String>,
        /// The service's charge or capture.
        pub(crate) capture_ref: Option<String>,
        pub(crate) card_brand: Option<String>,
        pub(crate) card_last4: Option<String>,
        pub(crate) payer_given: Option<String>,
        pub(crate) payer_surname: Option<String>,
        pub(crate) decline_code: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) charged_at: Option<DateTimeUtc>,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A refund, from its intent on. At most one in force per payment.
pub(crate) mod refund {
    use salal_db::Coded;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    use crate::features::payments::states::RefundState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "refund")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) payment_id: Uuid,
        pub(crate) subject_kind: Coded<SubjectKind>,
        pub(crate) subject_id: Uuid,
        pub(crate) amount_cents: i64,
        pub(crate) state: Coded<RefundState>,
        pub(crate) provider_ref: Option<String>,
        pub(crate) requested_by: Uuid,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) refunded_at: Option<DateTimeUtc>,
        pub(crate) reason: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An event of a payment service that was handled.
pub(crate) mod provider_event {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "provider_event")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: String,
        pub(crate) service: String,
        pub(crate) at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
