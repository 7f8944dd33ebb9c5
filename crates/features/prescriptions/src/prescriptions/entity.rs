// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of prescriptions: drafts, requests, their drugs with every change, their status history, and
//! signatures. Payments, faxes, documents and notes are tables of other features.

/// A request that has not been submitted yet.
pub mod request_draft {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "request_draft")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub person_id: Uuid,
        #[sea_orm(column_type = "JsonBinary")]
        pub content: Json,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A request for renewal and its state.
pub mod prescription {
    use salal_db::Coded;
    use salal_domain::fees::Payer;
    use salal_domain::prescriptions::status::{PrescriptionStatus, Work};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "prescription")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The number shown to people, as in P-20418.
        pub number: i64,
        pub person_id: Uuid,
        pub status: Coded<PrescriptionStatus>,
        /// The pharmacy as the patient chose it, copied.
        #[sea_orm(column_type = "JsonBinary")]
        pub pharmacy: Json,
        /// The pharmacy as the doctor changed it, copied.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub dr_pharmacy: Option<Json>,
        /// The pharmacy that the patient named after a fax failed, until a copy is issued again.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub asked_pharmacy: Option<Json>,
        pub note_text: Option<String>,
        pub agreement_version: String,
        pub location_confirmed_at: DateTimeUtc,
        pub eligibility: Option<Coded<Payer>>,
        /// Whether the fee was computed for a person with a health card.
        pub with_card: bool,
        pub free: bool,
        pub created_at: DateTimeUtc,
        pub acknowledged_by: Option<Uuid>,
        pub acknowledged_at: Option<DateTimeUtc>,
        pub printed_by: Option<Uuid>,
        pub printed_at: Option<DateTimeUtc>,
        /// Identifies a request sent twice.
        pub request_hash: String,
        /// Since when it has been waiting for the clinic.
        pub pending_at: Option<DateTimeUtc>,
        /// The clinic's next action, if there is one.
        pub work: Option<Coded<Work>>,
        /// When that became the next action.
        pub work_since: Option<DateTimeUtc>,
        /// When the last of its lines was decided; none while one is undecided.
        pub decided_at: Option<DateTimeUtc>,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// One entry of a prescription's status history.
pub mod prescription_status {
    use salal_db::Coded;
    use salal_domain::prescriptions::status::PrescriptionStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "prescription_status")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub prescription_id: Uuid,
        pub seq: i64,
        pub status: Coded<PrescriptionStatus>,
        pub at: DateTimeUtc,
        pub by_person: Option<Uuid>,
        pub detail: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// One drug of a prescription. Its newest `medication_change` is in force.
pub mod medication {
    use salal_db::Coded;
    use salal_domain::prescriptions::reasons::ReasonCode;
    use salal_domain::prescriptions::status::MedicationStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "medication")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub prescription_id: Uuid,
        pub person_id: Uuid,
        pub position: i64,
        pub drug_id: Uuid,
        /// None while it is undecided.
        pub status: Option<Coded<MedicationStatus>>,
        pub decided_by: Option<Uuid>,
        pub decided_at: Option<DateTimeUtc>,
        /// Why it was decided.
        pub reason_code: Option<Coded<ReasonCode>>,
        /// The doctor's comment: for the record, never for the patient.
        pub reason_text: Option<String>,
        /// The quantity to dispense, if the doctor typed one.
        pub dispense_typed: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub ahfs_numbers: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub schedules: Json,
        /// The patient's explanation of why it is needed again, and what conflicted with it; as shown.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub again: Option<Json>,
        #[sea_orm(column_type = "JsonBinary")]
        pub atc_numbers: Json,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    impl Model {
        /// The doctor's decision; none while it is undecided.
        pub fn decision(&self) -> Option<MedicationStatus> {
            self.status.map(|status| status.0)
        }

        pub fn is_approved(&self) -> bool {
            self.decision() == Some(MedicationStatus::Approved)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The drug and usage after one change; the request is the first.
pub mod medication_change {
    use salal_db::Coded;
    use salal_domain::prescriptions::prescribing::ExceptionReason;
    use salal_domain::prescriptions::status::ChangeKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "medication_change")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub medication_id: Uuid,
        pub seq: i64,
        pub kind: Coded<ChangeKind>,
        pub drug_id: Uuid,
        pub name: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub administrations: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub formulations: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub ingredients: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub usage: Json,
        pub by_person: Uuid,
        pub at: DateTimeUtc,
        /// Why it may cover more than twelve months, in the doctor's words (decision 158).
        pub supply_reason: Option<String>,
        /// The sentence about a typed total that this change removed (decision 159).
        pub total_removed: Option<String>,
        /// For a doctor's explicit exception: the reason, and a comment.
        pub reason_code: Option<Coded<ExceptionReason>>,
        pub reason_text: Option<String>,
        /// The doctor whose decision was taken over.
        pub taken_from: Option<Uuid>,
        /// What tells it apart from others of its name: `Cartridge`; as the register had it when it was chosen.
        pub container: Option<String>,
        /// The DIN, where one product was chosen.
        pub din: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A doctor's signature on a rendered document.
pub mod signature {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "signature")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub prescription_id: Uuid,
        pub document_id: Uuid,
        pub signed_by: Uuid,
        pub signed_at: DateTimeUtc,
        /// The pen strokes: points of x, y and milliseconds.
        #[sea_orm(column_type = "JsonBinary")]
        pub strokes: Json,
        /// Whether the document is to be signed in ink on paper.
        pub for_ink: bool,
        pub document_sha256: String,
        pub voided_at: Option<DateTimeUtc>,
        /// The signed version: a later change voids the signature.
        pub prescription_version: i64,
        /// Unique per signature: hash of the drawing's points, or of the fact that it is signed in ink.
        pub ink_hash: Option<String>,
        /// Fingerprint that recognizes the drawing even if it was moved or stretched; null if not computed
        /// yet, empty if there is nothing to recognize.
        pub ink_shape: Option<String>,
        /// Close to the value of every copy of the drawing.
        pub ink_key: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Positions of a drawing by which a copy of it is found (see `drawn_places` in the domain crate).
pub mod signature_place {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "signature_place")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub place: i64,
        #[sea_orm(primary_key, auto_increment = false)]
        pub signature_id: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Which doctor has claimed a patient's pending work.
pub mod queue_claim {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "queue_claim")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub person_id: Uuid,
        pub claimed_by: Uuid,
        /// The claim expires when this session ends.
        pub session_id: Uuid,
        pub claimed_at: DateTimeUtc,
        /// The claim expires when it has not been used for a while.
        pub active_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// An encounter before a prescription was approved; never changed.
pub mod encounter {
    use salal_db::Coded;
    use salal_domain::prescriptions::status::EncounterKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "encounter")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub prescription_id: Uuid,
        pub person_id: Uuid,
        pub kind: Coded<EncounterKind>,
        pub started_at: DateTimeUtc,
        pub ended_at: DateTimeUtc,
        pub recorded_by: Uuid,
        pub recorded_at: DateTimeUtc,
        /// The doctor who saw the patient; null for older entries: then `recorded_by`.
        pub seen_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The imported safety tables; the newest are in force.
pub mod safety_table {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "safety_table")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub version: String,
        /// The files: pairs of name and content.
        #[sea_orm(column_type = "JsonBinary")]
        pub content: Json,
        pub row_count: i64,
        pub imported_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The marks shown when a doctor decided a line, and the decision. Never changed.
pub mod decision_mark {
    use salal_db::Coded;
    use salal_domain::prescriptions::status::RecordedDecision;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "decision_mark")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub medication_id: Uuid,
        pub prescription_id: Uuid,
        pub decision: Coded<RecordedDecision>,
        #[sea_orm(column_type = "JsonBinary")]
        pub marks: Json,
        /// Whether the doctor had expanded the collapsed marks.
        pub opened: bool,
        pub tables_version: String,
        pub decided_by: Uuid,
        pub decided_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// One signed sheet addressed to one pharmacy, faxed or on paper; at most one per prescription is not void.
pub mod prescription_copy {
    use salal_db::Coded;
    use salal_domain::prescriptions::copies::{CopyState, CopyWay, HandedHow, VoidReason, VoidWay};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "prescription_copy")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub prescription_id: Uuid,
        pub person_id: Uuid,
        /// 1 for the first.
        pub number: i64,
        pub document_id: Uuid,
        pub way: Coded<CopyWay>,
        /// The pharmacy it is addressed to, copied.
        #[sea_orm(column_type = "JsonBinary")]
        pub pharmacy: Json,
        pub state: Coded<CopyState>,
        pub issued_by: Uuid,
        pub issued_at: DateTimeUtc,
        /// When the fax service accepted it.
        pub left_at: Option<DateTimeUtc>,
        pub delivered_at: Option<DateTimeUtc>,
        /// For paper: how it left, to whom, when, and who recorded it.
        pub handed_how: Option<Coded<HandedHow>>,
        pub handed_to: Option<String>,
        pub handed_at: Option<DateTimeUtc>,
        pub handed_by: Option<Uuid>,
        pub void_reason: Option<Coded<VoidReason>>,
        /// The doctor's own comment, for the record only.
        pub void_words: Option<String>,
        pub void_how: Option<Coded<VoidWay>>,
        pub void_by: Option<Uuid>,
        pub void_asked_at: Option<DateTimeUtc>,
        /// The cancellation document as the old pharmacy receives it.
        pub void_document_id: Option<Uuid>,
        pub void_fax_id: Option<Uuid>,
        /// Who at the old pharmacy was informed by telephone, when, and by whom.
        pub told_name: Option<String>,
        pub told_at: Option<DateTimeUtc>,
        pub told_by: Option<Uuid>,
        pub voided_at: Option<DateTimeUtc>,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    impl Model {
        /// Whether it left the clinic.
        pub fn is_out(&self) -> bool {
            self.left_at.is_some() || self.delivered_at.is_some()
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
