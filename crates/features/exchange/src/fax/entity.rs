// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of faxes, of the attempts to send them, and of the documents that are sent.

/// A fax to be sent, or already sent.
pub mod fax {
    use salal_db::Coded;
    use salal_domain::fax::FaxState;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "fax")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub subject_kind: Coded<SubjectKind>,
        pub subject_id: Uuid,
        pub person_id: Uuid,
        pub document_id: Uuid,
        pub to_number: String,
        pub recipient_name: String,
        pub state: Coded<FaxState>,
        /// Which copy of the document this is, the first being 1.
        pub copy_number: i64,
        pub is_resend: bool,
        pub queued_by: Option<Uuid>,
        pub queued_at: DateTimeUtc,
        pub sent_at: Option<DateTimeUtc>,
        pub delivered_at: Option<DateTimeUtc>,
        pub pages: Option<i64>,
        /// The service's id of the fax.
        pub remote_id: Option<String>,
        pub reason: Option<String>,
        pub reason_permanent: Option<bool>,
        /// Proves that a delivery notice belongs to this fax.
        pub notify_token_hash: Option<String>,
        /// The subject as named on the cover: P-20418.
        pub label: String,
        /// It failed or its outcome is unknown; until a newer copy is queued or someone confirms it.
        pub trouble: bool,
        /// When the service reports having sent it.
        pub transmitted_at: Option<DateTimeUtc>,
        /// Who confirmed its arrival by telephone.
        pub confirmed_by: Option<Uuid>,
        pub confirmed_at: Option<DateTimeUtc>,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// One attempt to send a fax.
pub mod fax_attempt {
    use salal_db::Coded;
    use salal_domain::fax::AttemptOutcome;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "fax_attempt")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub fax_id: Uuid,
        pub number: i64,
        /// Sent along, at most 20 characters, to find the attempt at the service.
        pub account_code: String,
        pub started_at: DateTimeUtc,
        pub provider_id: Option<String>,
        /// Null while it is open.
        pub outcome: Option<Coded<AttemptOutcome>>,
        pub reason: Option<String>,
        pub ended_at: Option<DateTimeUtc>,
        pub sha256: String,
        /// The cover as sent, a document.
        pub cover_id: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// An exchange between the pharmacy and the clinic about a fax; never changed.
pub mod fax_clarification {
    use salal_db::Coded;
    use salal_domain::fax::ClarificationKind;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "fax_clarification")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub fax_id: Uuid,
        pub subject_kind: Coded<SubjectKind>,
        pub subject_id: Uuid,
        pub person_id: Uuid,
        pub kind: Coded<ClarificationKind>,
        pub text: String,
        pub needs_doctor: bool,
        pub by_person: Uuid,
        pub at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A rendered document with its bytes; never changed.
pub mod document {
    use salal_db::Coded;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "document")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub subject_kind: Coded<SubjectKind>,
        pub subject_id: Uuid,
        pub person_id: Uuid,
        pub kind: String,
        pub sha256: String,
        pub bytes: Vec<u8>,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A verified fax number of a recipient: its machine identified itself, or someone asked.
pub mod verified_number {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::fax::numbers::VerifiedHow;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "verified_number")]
    pub struct Model {
        /// Eleven digits.
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: String,
        /// The recipient's name without case and accents: a number that moves to another recipient is no
        /// longer verified.
        #[sea_orm(primary_key, auto_increment = false)]
        pub name_folded: String,
        pub how: Coded<VerifiedHow>,
        pub verified_by: Option<Uuid>,
        pub verified_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A document of which nothing may be sent any more: its copy was voided.
pub mod fax_stop {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "fax_stop")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub document_id: Uuid,
        pub stopped_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
