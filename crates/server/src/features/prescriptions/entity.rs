// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of prescriptions: drafts, requests, their drugs with every change, their status history, and
//! signatures. Payments, faxes, documents and notes are tables of other features.

/// A request that has not been submitted yet.
pub(crate) mod request_draft {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "request_draft")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) content: Json,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
        pub(crate) updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A request for renewal and its state.
pub(crate) mod prescription {
    use salal_db::Coded;
    use salal_domain::fees::Payer;
    use salal_domain::prescriptions::status::{PrescriptionStatus, Work};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "prescription")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The number shown to people, as in P-20418.
        pub(crate) number: i64,
        pub(crate) person_id: Uuid,
        pub(crate) status: Coded<PrescriptionStatus>,
        /// The pharmacy as the patient chose it, copied.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) pharmacy: Json,
        /// The pharmacy as the doctor changed it, copied.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) dr_pharmacy: Option<Json>,
        pub(crate) note_text: Option<String>,
        pub(crate) agreement_version: String,
        pub(crate) location_confirmed_at: DateTimeUtc,
        pub(crate) eligibility: Option<Coded<Payer>>,
        /// Whether the fee was computed for a person with a health card.
        pub(crate) with_card: bool,
        pub(crate) free: bool,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) acknowledged_by: Option<Uuid>,
        pub(crate) acknowledged_at: Option<DateTimeUtc>,
        pub(crate) printed_by: Option<Uuid>,
        pub(crate) printed_at: Option<DateTimeUtc>,
        /// Identifies a request sent twice.
        pub(crate) request_hash: String,
        /// Since when it has been waiting for the clinic.
        pub(crate) pending_at: Option<DateTimeUtc>,
        /// The clinic's next action, if there is one.
        pub(crate) work: Option<Coded<Work>>,
        /// When that became the next action.
        pub(crate) work_since: Option<DateTimeUtc>,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One entry of a prescription's status history.
pub(crate) mod prescription_status {
    use salal_db::Coded;
    use salal_domain::prescriptions::status::PrescriptionStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "prescription_status")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) seq: i64,
        pub(crate) status: Coded<PrescriptionStatus>,
        pub(crate) at: DateTimeUtc,
        pub(crate) by_person: Option<Uuid>,
        pub(crate) detail: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One drug of a prescription. Its newest `medication_change` is in force.
pub(crate) mod medication {
    use salal_db::Coded;
    use salal_domain::prescriptions::reasons::ReasonCode;
    use salal_domain::prescriptions::status::MedicationStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "medication")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) position: i64,
        pub(crate) drug_id: Uuid,
        /// None while it is undecided.
        pub(crate) status: Option<Coded<MedicationStatus>>,
        pub(crate) decided_by: Option<Uuid>,
        pub(crate) decided_at: Option<DateTimeUtc>,
        /// Why it was decided.
        pub(crate) reason_code: Option<Coded<ReasonCode>>,
        /// The doctor's comment: for the record, never for the patient.
        pub(crate) reason_text: Option<String>,
        /// The quantity to dispense, if the doctor typed one.
        pub(crate) dispense_typed: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) ahfs_numbers: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) schedules: Json,
        /// The patient's explanation of why it is needed again, and what conflicted with it; as shown.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) again: Option<Json>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) atc_numbers: Json,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    impl Model {
        /// The doctor's decision; none while it is undecided.
        pub(crate) fn decision(&self) -> Option<MedicationStatus> {
            self.status.map(|status| status.0)
        }

        pub(crate) fn is_approved(&self) -> bool {
            self.decision() == Some(MedicationStatus::Approved)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The drug and usage after one change; the request is the first.
pub(crate) mod medication_change {
    use salal_db::Coded;
    use salal_domain::prescriptions::prescribing::ExceptionReason;
    use salal_domain::prescriptions::status::ChangeKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "medication_change")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) medication_id: Uuid,
        pub(crate) seq: i64,
        pub(crate) kind: Coded<ChangeKind>,
        pub(crate) drug_id: Uuid,
        pub(crate) name: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) administrations: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) formulations: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) ingredients: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) usage: Json,
        pub(crate) by_person: Uuid,
        pub(crate) at: DateTimeUtc,
        /// Why it may cover more than twelve months, in the doctor's words (decision 158).
        pub(crate) supply_reason: Option<String>,
        /// The sentence about a typed total that this change removed (decision 159).
        pub(crate) total_removed: Option<String>,
        /// For a doctor's explicit exception: the reason, and a comment.
        pub(crate) reason_code: Option<Coded<ExceptionReason>>,
        pub(crate) reason_text: Option<String>,
        /// The doctor whose decision was taken over.
        pub(crate) taken_from: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A doctor's signature on a rendered document.
pub(crate) mod signature {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "signature")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) document_id: Uuid,
        pub(crate) signed_by: Uuid,
        pub(crate) signed_at: DateTimeUtc,
        /// The pen strokes: points of x, y and milliseconds.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) strokes: Json,
        /// Whether the document is to be signed in ink on paper.
        pub(crate) for_ink: bool,
        pub(crate) document_sha256: String,
        pub(crate) voided_at: Option<DateTimeUtc>,
        /// The signed version: a later change voids the signature.
        pub(crate) prescription_version: i64,
        /// Unique per signature: hash of the drawing's points, or of the fact that it is signed in ink.
        pub(crate) ink_hash: Option<String>,
        /// Fingerprint that recognizes the drawing even if it was moved or stretched; null if not computed
        /// yet, empty if there is nothing to recognize.
        pub(crate) ink_shape: Option<String>,
        /// Close to the value of every copy of the drawing.
        pub(crate) ink_key: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Positions of a drawing by which a copy of it is found (see `drawn_places` in the domain crate).
pub(crate) mod signature_place {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "signature_place")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) place: i64,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) signature_id: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Which doctor has claimed a patient's pending work.
pub(crate) mod queue_claim {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "queue_claim")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        pub(crate) claimed_by: Uuid,
        /// The claim expires when this session ends.
        pub(crate) session_id: Uuid,
        pub(crate) claimed_at: DateTimeUtc,
        /// The claim expires when it has not been used for a while.
        pub(crate) active_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An encounter before a prescription was approved; never changed.
pub(crate) mod encounter {
    use salal_db::Coded;
    use salal_domain::prescriptions::status::EncounterKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "encounter")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) kind: Coded<EncounterKind>,
        pub(crate) started_at: DateTimeUtc,
        pub(crate) ended_at: DateTimeUtc,
        pub(crate) recorded_by: Uuid,
        pub(crate) recorded_at: DateTimeUtc,
        /// The doctor who saw the patient; null for older entries: then `recorded_by`.
        pub(crate) seen_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The imported safety tables; the newest are in force.
pub(crate) mod safety_table {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "safety_table")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) version: String,
        /// The files: pairs of name and content.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) content: Json,
        pub(crate) row_count: i64,
        pub(crate) imported_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The marks shown when a doctor decided a line, and the decision. Never changed.
pub(crate) mod decision_mark {
    use salal_db::Coded;
    use salal_domain::prescriptions::status::RecordedDecision;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "decision_mark")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) medication_id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) decision: Coded<RecordedDecision>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) marks: Json,
        /// Whether the doctor had expanded the collapsed marks.
        pub(crate) opened: bool,
        pub(crate) tables_version: String,
        pub(crate) decided_by: Uuid,
        pub(crate) decided_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One signed sheet addressed to one pharmacy, faxed or on paper; at most one per prescription is not void.
pub(crate) mod prescription_copy {
    use salal_db::Coded;
    use salal_domain::prescriptions::copies::{CopyState, CopyWay, HandedHow, VoidReason, VoidWay};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "prescription_copy")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) person_id: Uuid,
        /// 1 for the first.
        pub(crate) number: i64,
        pub(crate) document_id: Uuid,
        pub(crate) way: Coded<CopyWay>,
        /// The pharmacy it is addressed to, copied.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) pharmacy: Json,
        pub(crate) state: Coded<CopyState>,
        pub(crate) issued_by: Uuid,
        pub(crate) issued_at: DateTimeUtc,
        /// When the fax service accepted it.
        pub(crate) left_at: Option<DateTimeUtc>,
        pub(crate) delivered_at: Option<DateTimeUtc>,
        /// For paper: how it left, to whom, when, and who recorded it.
        pub(crate) handed_how: Option<Coded<HandedHow>>,
        pub(crate) handed_to: Option<String>,
        pub(crate) handed_at: Option<DateTimeUtc>,
        pub(crate) handed_by: Option<Uuid>,
        pub(crate) void_reason: Option<Coded<VoidReason>>,
        /// The doctor's own comment, for the record only.
        pub(crate) void_words: Option<String>,
        pub(crate) void_how: Option<Coded<VoidWay>>,
        pub(crate) void_by: Option<Uuid>,
        pub(crate) void_asked_at: Option<DateTimeUtc>,
        /// The cancellation document as the old pharmacy receives it.
        pub(crate) void_document_id: Option<Uuid>,
        pub(crate) void_fax_id: Option<Uuid>,
        /// Who at the old pharmacy was informed by telephone, when, and by whom.
        pub(crate) told_name: Option<String>,
        pub(crate) told_at: Option<DateTimeUtc>,
        pub(crate) told_by: Option<Uuid>,
        pub(crate) voided_at: Option<DateTimeUtc>,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    impl Model {
        /// Whether it left the clinic.
        pub(crate) fn is_out(&self) -> bool {
            self.left_at.is_some() || self.delivered_at.is_some()
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
