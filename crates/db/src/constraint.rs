// SPDX-License-Identifier: AGPL-3.0-or-later

//! The names of the unique constraints, and how to detect from an error which one was violated. `PostgreSQL`
//! reports the name of the index; `SQLite` reports its columns; this table knows both. A test compares it
//! with the schema. Not here: what to tell the user.

use crate::error::refusal;
use sea_orm::DbErr;

/// Generates the enum and its table from one list.
macro_rules! constraints {
    ($($(#[$about:meta])* $variant:ident = $name:literal on $columns:literal;)*) => {
        /// A unique constraint or primary key of the schema.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ConstraintName {
            $($(#[$about])* $variant,)*
            /// The primary key `id` of any table.
            RowId,
        }

        impl ConstraintName {
            /// Every named constraint, with its name and columns.
            pub(crate) const ALL: &[(Self, &str, &str)] =
                &[$((Self::$variant, $name, $columns)),*];
        }
    };
}

constraints! {
    /// A policy version is consented to once per person.
    ConsentOnce = "consent_person_policy_version_key" on "consent.person_id, consent.policy, consent.version";
    /// One account per person.
    AccountPerson = "account_person_key" on "account.person_id";
    /// One account per email address, folded.
    AccountEmailFolded = "account_email_folded_key" on "account.email_folded";
    /// One practitioner entry per person.
    PractitionerPerson = "practitioner_pkey" on "practitioner.person_id";
    /// Session tokens are unique.
    SessionTokenHash = "session_token_hash_key" on "session.token_hash";
    /// One guard entry per key.
    SignInGuardKey = "sign_in_guard_pkey" on "sign_in_guard.key";
    /// Device tokens are unique.
    KnownDeviceTokenHash = "known_device_token_hash_key" on "known_device.token_hash";
    /// A browser is remembered once per account.
    SignInDeviceToken = "sign_in_device_token_key" on "sign_in_device.token_hash, sign_in_device.account_id";
    /// Recoveries differ in what the page was given.
    RecoveryKeyHash = "recovery_key_hash_key" on "recovery.key_hash";
    /// Recovery links are unique.
    RecoveryTokenHash = "recovery_token_hash_key" on "recovery.token_hash";
    /// One email change at a time per account.
    EmailChangeAccount = "email_change_pkey" on "email_change.account_id";
    /// Invitations are unique.
    InvitationTokenHash = "invitation_token_hash_key" on "invitation.token_hash";
    /// One open invitation per address.
    InvitationOpen = "invitation_open_key" on "invitation.email_folded";
    /// Hand-over tokens are unique.
    HandOverTokenHash = "hand_over_token_hash_key" on "hand_over.token_hash";
    /// One entry per drug code of the federal database.
    DrugCode = "drug_code_key" on "drug.code";
    /// What was learned of a drug code in one build.
    DrugAhfsLearned = "drug_ahfs_pkey" on "drug_ahfs.code, drug_ahfs.learned";
    /// A drug has one manual override; later changes update it.
    DrugEditDrug = "drug_edit_pkey" on "drug_edit.drug_id";
    /// One import of reference data at a time.
    DataImportActive = "data_import_active_key" on "data_import.active";
    /// A piece of a file exists once.
    DataPiecePlace = "data_piece_place_key" on "data_piece.import_id, data_piece.file, data_piece.seq";
    /// One import of a resource's part is in force.
    DataInForce = "data_in_force_key" on "data_in_force.resource, data_in_force.part";
    /// A test of the laboratory by its code.
    LabDefinitionCode = "lab_definition_code_key" on "lab_definition.code";
    /// One draft per person.
    RequestDraftPerson = "request_draft_pkey" on "request_draft.person_id";
    /// Prescription numbers are unique.
    PrescriptionNumber = "prescription_number_key" on "prescription.number";
    /// Positions in the history of a prescription are unique: the loser of a race gets this error.
    PrescriptionStatusSeq = "prescription_status_seq_key" on "prescription_status.prescription_id, prescription_status.seq";
    /// One medication per position in a prescription.
    MedicationPosition = "medication_position_key" on "medication.prescription_id, medication.position";
    /// Positions in the history of a medication are unique: the loser of a race gets this error.
    MedicationChangeSeq = "medication_change_seq_key" on "medication_change.medication_id, medication_change.seq";
    /// One doctor claims a patient's pending work.
    QueueClaimPerson = "queue_claim_pkey" on "queue_claim.person_id";
    /// One signature in force per prescription.
    SignatureInForce = "signature_in_force_key" on "signature.prescription_id";
    /// The copies of a prescription are numbered.
    PrescriptionCopyNumber = "prescription_copy_number_key" on "prescription_copy.prescription_id, prescription_copy.number";
    /// One copy of a prescription is not void.
    PrescriptionCopyInForce = "prescription_copy_in_force_key" on "prescription_copy.prescription_id";
    /// A signed sheet is one copy.
    PrescriptionCopyDocument = "prescription_copy_document_key" on "prescription_copy.document_id";
    /// A number is verified once per recipient.
    VerifiedNumber = "verified_number_pkey" on "verified_number.number, verified_number.name_folded";
    /// A document is stopped once.
    FaxStopDocument = "fax_stop_pkey" on "fax_stop.document_id";
    /// A drawing signs once.
    SignatureInk = "signature_ink_hash_key" on "signature.ink_hash";
    /// A position of a drawing is stored once.
    SignaturePlace = "signature_place_pkey" on "signature_place.place, signature_place.signature_id";
    /// Attempts of a fax are numbered.
    FaxAttemptNumber = "fax_attempt_number_key" on "fax_attempt.fax_id, fax_attempt.number";
    /// The code by which the fax service tells attempts apart.
    FaxAttemptAccountCode = "fax_attempt_account_code_key" on "fax_attempt.account_code";
    /// One payment in force (intended, capturing, charged or unknown) per subject.
    PaymentInForce = "payment_in_force_key" on "payment.subject_kind, payment.subject_id";
    /// A payment of the provider is stored once.
    PaymentProviderRef = "payment_provider_ref_key" on "payment.provider_ref";
    /// One refund in force (intended, unknown or done) per payment.
    RefundInForce = "refund_in_force_key" on "refund.payment_id";
    /// An event of a payment service is handled once.
    ProviderEventId = "provider_event_pkey" on "provider_event.id";
    /// One note to the clinic's record system per subject.
    ClinicNoteSubject = "clinic_note_subject_key" on "clinic_note.subject_kind, clinic_note.subject_id";
    /// A message is marked read once per person.
    MessageReadOnce = "message_read_pkey" on "message_read.message_id, message_read.person_id";
    /// Positions of a message's replies are unique: the loser of a race gets this error.
    MessageReplySeq = "message_reply_seq_key" on "message_reply.message_id, message_reply.seq";
    /// Names of reply templates are unique, ignoring case and accents.
    MessageTemplateName = "message_template_name_key" on "message_template.name_folded";
    /// Paths of uploaded files are unique.
    UploadPath = "upload_path_key" on "upload.path";
    /// A file belongs to one message.
    MessageFileUpload = "message_file_pkey" on "message_file.upload_id";
    /// A message is archived once per person.
    MessageArchivedOnce = "message_archive_pkey" on "message_archive.message_id, message_archive.person_id";
    /// The secrets of emailed links are unique.
    LinkTokenHash = "link_token_hash_key" on "link.token_hash";
    /// One branch per company and name.
    SleepClinicName = "sleep_clinic_name_key" on "sleep_clinic.company, sleep_clinic.name";
    /// Numbers of sleep-study orders are unique.
    SleepAssessmentNumber = "sleep_assessment_number_key" on "sleep_assessment.number";
    /// The same answers are ordered at the same clinic once, unless canceled or refunded.
    SleepAssessmentInForce = "sleep_assessment_in_force_key" on "sleep_assessment.person_id, sleep_assessment.sleep_info_id, sleep_assessment.sleep_clinic_id";
    /// Positions in the history of an order are unique: the loser of a race gets this error.
    SleepAssessmentStatusSeq = "sleep_assessment_status_seq_key" on "sleep_assessment_status.sleep_assessment_id, sleep_assessment_status.seq";
    /// One doctor requests the sleep studies at a time.
    SleepRequesterInForce = "sleep_requester_in_force_key" on "sleep_requester.in_force";
    /// A diagnosis is listed once.
    IcdEntry = "icd_entry_key" on "icd.source, icd.code, icd.description";
    /// One amount per fee item and day.
    MspFee = "msp_fee_key" on "msp_fee.code, msp_fee.effective";
    /// One text per code of remittances.
    MspCode = "msp_code_key" on "msp_code.kind, msp_code.code";
    /// What is remembered for a class of medications is stored once.
    MedicationBillClass = "medication_bill_class_key" on "medication_bill.tc_ahfs_number";
    /// Our own numbers of bills are unique.
    BillFolio = "bill_folio_key" on "bill.folio";
    /// A prescription is billed once.
    BillPrescription = "bill_prescription_key" on "bill.prescription_id";
    /// A visit is billed once: a person, a day, a fee item.
    BillVisit = "bill_visit_key" on "bill.person_id, bill.service_date, bill.service_code";
    /// Positions in the history of a bill are unique: the loser of a race gets this error.
    BillEventSeq = "bill_event_seq_key" on "bill_event.bill_id, bill_event.seq";
    /// One counter per data centre.
    TeleplanCounter = "teleplan_counter_pkey" on "teleplan_counter.data_centre";
    /// One password per user of Teleplan.
    TeleplanAccount = "teleplan_account_pkey" on "teleplan_account.username";
    /// Files of claims are numbered.
    ClaimFileNumber = "claim_file_number_key" on "claim_file.number";
    /// One file of claims in transit per data centre.
    ClaimFileOpen = "claim_file_open_key" on "claim_file.data_centre";
    /// One claim per sequence number of a file.
    ClaimSequence = "claim_sequence_key" on "claim.claim_file_id, claim.sequence";
    /// A file is imported once.
    RemittanceFileSha256 = "remittance_file_sha256_key" on "remittance_file.sha256";
    /// A line is imported once, whatever file contains it.
    RemittanceLineKey = "remittance_line_key_key" on "remittance_line.key";
    /// Lines have one order.
    RemittanceLineOrdinal = "remittance_line_ordinal_key" on "remittance_line.ordinal";
    /// One entry per place and finding.
    Alert = "alert_pkey" on "alert.place, alert.code";
    /// One entry per place.
    AlertLook = "alert_look_pkey" on "alert_look.place";
    /// One entry per service.
    ServiceSeen = "service_seen_pkey" on "service_seen.service";
    /// One outage per service.
    ServiceOutage = "service_outage_pkey" on "service_outage.service";
    /// A chart is asked for once per person.
    ChartRequest = "chart_request_pkey" on "chart_request.person_id";
    /// Numbers of notes are unique.
    NoteNumber = "note_number_key" on "note.number";
    /// A message carries one note.
    NoteMessage = "note_message_key" on "note.message_id";
    /// A note is in the clinic's record system once.
    NoteClinicNote = "note_clinic_note_key" on "note.clinic_note_id";
    /// Positions of a note's revisions are unique: the loser of a race gets this error.
    NoteVersionSeq = "note_version_seq_key" on "note_version.note_id, note_version.seq";
    /// What was sent or acknowledged is marked once.
    NoteMarkSubject = "note_mark_subject_key" on "note_mark.kind, note_mark.subject_id";
    /// One draft per author and patient.
    NoteDraftAuthor = "note_draft_author_key" on "note_draft.person_id, note_draft.from_person";
    /// A staff member is listed once per open patient.
    PresenceStaff = "presence_pkey" on "presence.patient_id, presence.staff_id";
    /// A file of laboratory results is read once.
    LabFileHash = "lab_file_sha256_key" on "lab_file.sha256";
    /// Versions of a laboratory's order are numbered.
    LabTestVersion = "lab_test_version_key" on "lab_test.lab, lab_test.order_number, lab_test.version";
    /// One record of the laboratory's report per test.
    LabResultTest = "lab_result_pkey" on "lab_result.lab_test_id";
    /// A report is filed once.
    LabResultPrint = "lab_result_print_key" on "lab_result.print";
    /// A report waits for its patient once.
    LabExceptionPrint = "lab_exception_print_key" on "lab_exception.print";
    /// One entry of the patients list per patient.
    PatientEntryPerson = "patient_entry_pkey" on "patient_entry.person_id";
    /// One gram of a patient is stored once.
    PatientGramPlace = "patient_gram_pkey" on "patient_gram.gram, patient_gram.last_key, patient_gram.person_id";
    /// One entry per position of the audit chain.
    AuditSealPlace = "audit_seal_pkey" on "audit_seal.seq";
    /// One position per entry.
    AuditSealLine = "audit_seal_audit_id_key" on "audit_seal.audit_id";
    /// One signed head per day.
    AuditHeadDay = "audit_head_pkey" on "audit_head.day";
    /// The figures of a day are kept once for each doctor and payer.
    InsightDay = "insight_day_pkey" on "insight_day.payer, insight_day.day, insight_day.doctor_id";
    /// What is signed of the audit is numbered.
    AuditStatementNumber = "audit_statement_pkey" on "audit_statement.number";
    /// The signer tells one thing of each kind.
    AuditWatchWhat = "audit_watch_pkey" on "audit_watch.what";
    /// What the audit needs of a replaced key is kept once for each later key.
    AuditKeyKept = "audit_key_pkey" on "audit_key.key_id, audit_key.sealed_with";
    /// A master key is known once.
    MasterKeyId = "master_key_pkey" on "master_key.id";
    /// A process says once which keys it has.
    KeyHolderNode = "key_holder_pkey" on "key_holder.node";
    /// One counter per name.
    CounterName = "counter_pkey" on "counter.name";
    /// A job with the same key is queued once.
    JobDedupe = "job_dedupe_key" on "job.dedupe";
    /// One stored response per caller and key.
    IdempotencyKey = "idempotency_pkey" on "idempotency.caller, idempotency.key";
}

impl ConstraintName {
    /// The name of the index on both engines; for [`ConstraintName::RowId`] only a description.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(constraint, ..)| *constraint == self)
            .map_or("row id", |(_, name, _)| name)
    }

    fn by_index(index: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, name, _)| *name == index)
            .map(|(constraint, ..)| *constraint)
            .or_else(|| index.ends_with("_pkey").then_some(Self::RowId))
    }

    fn by_columns(columns: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, _, known)| *known == columns)
            .map(|(constraint, ..)| *constraint)
            .or_else(|| {
                let (_, column) = columns.split_once('.')?;
                (column == "id").then_some(Self::RowId)
            })
    }
}

/// The unique constraint violated according to the error, if it is one of ours. On `PostgreSQL` the
/// transaction is then aborted: roll back and begin again, or insert with `ON CONFLICT DO NOTHING` where a
/// conflict is expected.
pub fn is_unique_violation(error: &DbErr) -> Option<ConstraintName> {
    let refusal = refusal(error)?;
    if !refusal.is_unique_violation() {
        return None;
    }
    match refusal.constraint() {
        Some(index) => ConstraintName::by_index(index),
        None => refusal
            .message()
            .strip_prefix("UNIQUE constraint failed: ")
            .and_then(ConstraintName::by_columns),
    }
}

#[cfg(test)]
mod tests {
    use super::ConstraintName;
    use crate::{Db, Engine, on_both};
    use sea_orm::{ConnectionTrait, Statement};

    /// Every unique index as `table.column, table.column`, as in `SQLite`'s errors.
    const BY_COLUMNS: &str = "SELECT (SELECT group_concat(m.name || '.' || c.name, ', ') \
        FROM pragma_index_info(l.name) c) AS found \
        FROM sqlite_master m, pragma_index_list(m.name) l \
        WHERE m.type = 'table' AND m.name <> 'seaql_migrations' AND l.\"unique\" = 1";
    /// Every unique index by name, as in `PostgreSQL`'s errors.
    const BY_INDEX: &str = "SELECT i.relname::text AS found FROM pg_index x \
        JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid \
        WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace \
        AND t.relname <> 'seaql_migrations'";

    #[test]
    fn every_constraint_is_found_by_its_index_and_by_its_columns() {
        for (constraint, name, columns) in ConstraintName::ALL {
            assert_eq!(ConstraintName::by_index(name), Some(*constraint));
            assert_eq!(ConstraintName::by_columns(columns), Some(*constraint));
            assert_eq!(constraint.name(), *name);
        }
        assert_eq!(
            ConstraintName::by_columns("person.id"),
            Some(ConstraintName::RowId)
        );
    }

    on_both!(the_table_has_every_unique_index_of_the_schema_and_no_other);

    async fn the_table_has_every_unique_index_of_the_schema_and_no_other(db: Db) {
        let sql = match db.engine() {
            Engine::Sqlite => BY_COLUMNS,
            Engine::Postgres => BY_INDEX,
        };
        let backend = db.read().get_database_backend();
        let rows = db
            .read()
            .query_all_raw(Statement::from_string(backend, sql))
            .await;
        let mut left: Vec<_> = ConstraintName::ALL
            .iter()
            .map(|(known, ..)| *known)
            .collect();
        for row in rows.expect("the schema can be listed") {
            let found: String = row.try_get("", "found").expect("it has a name");
            let known = match db.engine() {
                Engine::Sqlite => ConstraintName::by_columns(&found),
                Engine::Postgres => ConstraintName::by_index(&found),
            };
            let known = known.unwrap_or_else(|| panic!("{found} is missing in the table"));
            left.retain(|other| *other != known);
        }
        assert_eq!(left, [], "these are not in the schema");
    }
}
