//! The tables of prescriptions: drafts, requests, their drugs with every change, their history of
//! states, and signatures. Payments, faxes, documents and notes are other features' tables.

/// The request a person is still writing.
pub(crate) mod request_draft {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "request_draft")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) content: Json,
        /// Goes up by one with each change; a conditional update names the one it saw.
        pub(crate) version: i64,
        pub(crate) updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A request for renewal and what has become of it.
pub(crate) mod prescription {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "prescription")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The number people see, as in P-20418.
        pub(crate) number: i64,
        pub(crate) person_id: Uuid,
        pub(crate) status: String,
        /// The pharmacy as the patient chose it, copied.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) pharmacy: Json,
        /// The pharmacy as the doctor changed it, copied.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) dr_pharmacy: Option<Json>,
        pub(crate) note_text: Option<String>,
        pub(crate) agreement_version: String,
        pub(crate) location_confirmed_at: DateTimeUtc,
        pub(crate) eligibility: Option<String>,
        /// Whether the fee was worked out for a person with a health card.
        pub(crate) with_card: bool,
        pub(crate) free: bool,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) acknowledged_by: Option<Uuid>,
        pub(crate) acknowledged_at: Option<DateTimeUtc>,
        pub(crate) printed_by: Option<Uuid>,
        pub(crate) printed_at: Option<DateTimeUtc>,
        /// Tells a request sent twice.
        pub(crate) request_hash: String,
        /// Since when it waits for the clinic.
        pub(crate) pending_at: Option<DateTimeUtc>,
        /// What the clinic has to do next: `review`, `fax`, `send`, `refund`, or nothing.
        pub(crate) work: Option<String>,
        /// When that became the next thing to do.
        pub(crate) work_since: Option<DateTimeUtc>,
        /// Goes up by one with each change; a conditional update names the one it saw.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One step in the history of a prescription.
pub(crate) mod prescription_status {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "prescription_status")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) seq: i64,
        pub(crate) status: String,
        pub(crate) at: DateTimeUtc,
        pub(crate) by_person: Option<Uuid>,
        pub(crate) detail: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One drug of a prescription. What is asked for is its newest `medication_change`.
pub(crate) mod medication {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "medication")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) position: i64,
        pub(crate) drug_id: Uuid,
        /// `Approved`, `Rejected` or undecided.
        pub(crate) status: Option<String>,
        pub(crate) decided_by: Option<Uuid>,
        pub(crate) decided_at: Option<DateTimeUtc>,
        /// Why it was decided so: a code of `salal_domain::prescriptions::reasons`.
        pub(crate) reason_code: Option<String>,
        /// What the doctor wrote besides: for the record, never for the patient.
        pub(crate) reason_text: Option<String>,
        /// The quantity to dispense, where the doctor typed it.
        pub(crate) dispense_typed: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) ahfs_numbers: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) schedules: Json,
        /// The patient's words why it is needed again, and what stood against it; as shown.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) again: Option<Json>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) atc_numbers: Json,
        /// Goes up by one with each change; a conditional update names the one it saw.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The drug and the usage as they stood after one change, the request being the first.
pub(crate) mod medication_change {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "medication_change")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) medication_id: Uuid,
        pub(crate) seq: i64,
        /// `requested`, `usage` or `drug`; an act or a taking over that changed neither is a `usage`.
        pub(crate) kind: String,
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
        /// Of a doctor's explicit act: the reason (`prescribing::REASONS`), and words beside it.
        pub(crate) reason_code: Option<String>,
        pub(crate) reason_text: Option<String>,
        /// Whose decision was taken over.
        pub(crate) taken_from: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A doctor's signature on a made document.
pub(crate) mod signature {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "signature")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) document_id: Uuid,
        pub(crate) signed_by: Uuid,
        pub(crate) signed_at: DateTimeUtc,
        /// The pen's path: strokes of points of x, y and milliseconds.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) strokes: Json,
        /// Whether the document is to be signed by hand on paper.
        pub(crate) for_ink: bool,
        pub(crate) document_sha256: String,
        pub(crate) voided_at: Option<DateTimeUtc>,
        /// The version that was signed: a later change voids the signature.
        pub(crate) prescription_version: i64,
        /// What no two signatures share: the points of the drawing, or that it is to be made with ink.
        pub(crate) ink_hash: Option<String>,
        /// By what a drawing is known again however it was moved or stretched; none where it was not reckoned
        /// yet, empty where there is nothing to know again.
        pub(crate) ink_shape: Option<String>,
        /// Lies near that of every copy of the drawing.
        pub(crate) ink_key: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Places of a drawing by which a copy of it is found (see the rules' `drawn_places`).
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

/// Who of the doctors has a patient's pending work.
pub(crate) mod queue_claim {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "queue_claim")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        pub(crate) claimed_by: Uuid,
        /// It lapses when this session ends.
        pub(crate) session_id: Uuid,
        pub(crate) claimed_at: DateTimeUtc,
        /// It lapses when it was not used for a while.
        pub(crate) active_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// How a patient was met before a prescription was approved; never changed.
pub(crate) mod encounter {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "encounter")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) person_id: Uuid,
        /// `phone`, `msg` or `video`.
        pub(crate) kind: String,
        pub(crate) started_at: DateTimeUtc,
        pub(crate) ended_at: DateTimeUtc,
        pub(crate) recorded_by: Uuid,
        pub(crate) recorded_at: DateTimeUtc,
        /// The doctor who saw the patient; none of older ones: then who recorded it.
        pub(crate) seen_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The safety tables as they were imported; the newest are in force.
pub(crate) mod safety_table {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "safety_table")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) version: String,
        /// The files: pairs of name and text.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) content: Json,
        pub(crate) row_count: i64,
        pub(crate) imported_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Which marks stood when a doctor decided a line, and what the doctor did. Never changed.
pub(crate) mod decision_mark {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "decision_mark")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) medication_id: Uuid,
        pub(crate) prescription_id: Uuid,
        /// `Approved`, `Rejected` or `Undone`.
        pub(crate) decision: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) marks: Json,
        /// Whether the doctor had opened what is folded.
        pub(crate) opened: bool,
        pub(crate) tables_version: String,
        pub(crate) decided_by: Uuid,
        pub(crate) decided_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One signed sheet made out to one pharmacy, faxed or on paper; at most one a prescription is not void.
pub(crate) mod prescription_copy {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "prescription_copy")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) person_id: Uuid,
        /// 1 for the first.
        pub(crate) number: i64,
        pub(crate) document_id: Uuid,
        /// `fax` or `paper`.
        pub(crate) way: String,
        /// The pharmacy it is made out to, copied.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) pharmacy: Json,
        /// `live`, `delivered`, `failed`, `voiding` or `voided`.
        pub(crate) state: String,
        pub(crate) issued_by: Uuid,
        pub(crate) issued_at: DateTimeUtc,
        /// When the fax service took it.
        pub(crate) left_at: Option<DateTimeUtc>,
        pub(crate) delivered_at: Option<DateTimeUtc>,
        /// Of paper: `patient`, `pharmacy` or `faxed`, to whom, when, and who wrote it down.
        pub(crate) handed_how: Option<String>,
        pub(crate) handed_to: Option<String>,
        pub(crate) handed_at: Option<DateTimeUtc>,
        pub(crate) handed_by: Option<Uuid>,
        pub(crate) void_reason: Option<String>,
        /// The doctor's own words, for the record only.
        pub(crate) void_words: Option<String>,
        /// `at_once`, `paper_kept`, `fax` or `phone`.
        pub(crate) void_how: Option<String>,
        pub(crate) void_by: Option<Uuid>,
        pub(crate) void_asked_at: Option<DateTimeUtc>,
        /// The cancellation as the old pharmacy receives it.
        pub(crate) void_document_id: Option<Uuid>,
        pub(crate) void_fax_id: Option<Uuid>,
        /// Who of the old pharmacy was told by telephone, when, and who told them.
        pub(crate) told_name: Option<String>,
        pub(crate) told_at: Option<DateTimeUtc>,
        pub(crate) told_by: Option<Uuid>,
        pub(crate) voided_at: Option<DateTimeUtc>,
        /// Goes up by one with each change; a conditional update names the one it saw.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
