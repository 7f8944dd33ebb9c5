// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of faxes, of the attempts to send them, and of the documents that are sent.

/// A fax to be sent, or already sent.
pub(crate) mod fax {
    use salal_db::Coded;
    use salal_domain::fax::FaxState;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "fax")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) subject_kind: Coded<SubjectKind>,
        pub(crate) subject_id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) document_id: Uuid,
        pub(crate) to_number: String,
        pub(crate) recipient_name: String,
        pub(crate) state: Coded<FaxState>,
        /// Which copy of the document this is, the first being 1.
        pub(crate) copy_number: i64,
        pub(crate) is_resend: bool,
        pub(crate) queued_by: Option<Uuid>,
        pub(crate) queued_at: DateTimeUtc,
        pub(crate) sent_at: Option<DateTimeUtc>,
        pub(crate) delivered_at: Option<DateTimeUtc>,
        pub(crate) pages: Option<i64>,
        /// The service's id of the fax.
        pub(crate) remote_id: Option<String>,
        pub(crate) reason: Option<String>,
        pub(crate) reason_permanent: Option<bool>,
        /// Proves that a delivery notice belongs to this fax.
        pub(crate) notify_token_hash: Option<String>,
        /// The subject as named on the cover: P-20418.
        pub(crate) label: String,
        /// It failed or its outcome is unknown; until a newer copy is queued or someone confirms it.
        pub(crate) trouble: bool,
        /// When the service reports having sent it.
        pub(crate) transmitted_at: Option<DateTimeUtc>,
        /// Who confirmed its arrival by telephone.
        pub(crate) confirmed_by: Option<Uuid>,
        pub(crate) confirmed_at: Option<DateTimeUtc>,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One attempt to send a fax.
pub(crate) mod fax_attempt {
    use salal_db::Coded;
    use salal_domain::fax::AttemptOutcome;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "fax_attempt")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) fax_id: Uuid,
        pub(crate) number: i64,
        /// Sent along, at most 20 characters, to find the attempt at the service.
        pub(crate) account_code: String,
        pub(crate) started_at: DateTimeUtc,
        pub(crate) provider_id: Option<String>,
        /// Null while it is open.
        pub(crate) outcome: Option<Coded<AttemptOutcome>>,
        pub(crate) reason: Option<String>,
        pub(crate) ended_at: Option<DateTimeUtc>,
        pub(crate) sha256: String,
        /// The cover as sent, a document.
        pub(crate) cover_id: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An exchange between the pharmacy and the clinic about a fax; never changed.
pub(crate) mod fax_clarification {
    use salal_db::Coded;
    use salal_domain::fax::ClarificationKind;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "fax_clarification")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) fax_id: Uuid,
        pub(crate) subject_kind: Coded<SubjectKind>,
        pub(crate) subject_id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) kind: Coded<ClarificationKind>,
        pub(crate) text: String,
        pub(crate) needs_doctor: bool,
        pub(crate) by_person: Uuid,
        pub(crate) at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A rendered document with its bytes; never changed.
pub(crate) mod document {
    use salal_db::Coded;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "document")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) subject_kind: Coded<SubjectKind>,
        pub(crate) subject_id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) kind: String,
        pub(crate) sha256: String,
        pub(crate) bytes: Vec<u8>,
        pub(crate) created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A verified fax number of a recipient: its machine identified itself, or someone asked.
pub(crate) mod verified_number {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::fax::numbers::VerifiedHow;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "verified_number")]
    pub(crate) struct Model {
        /// Eleven digits.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) number: String,
        /// The recipient's name without case and accents: a number that moves to another recipient is no
        /// longer verified.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) name_folded: String,
        pub(crate) how: Coded<VerifiedHow>,
        pub(crate) verified_by: Option<Uuid>,
        pub(crate) verified_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A document of which nothing may be sent any more: its copy was voided.
pub(crate) mod fax_stop {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "fax_stop")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) document_id: Uuid,
        pub(crate) stopped_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
