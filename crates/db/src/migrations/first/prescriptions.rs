// SPDX-License-Identifier: AGPL-3.0-or-later

//! Renewal requests, from the draft to the lines of a prescription and every change to them, the review queue,
//! signatures and copies.
//!
//! The queue has the next action of a prescription and since when, which doctor has claimed a patient, and the
//! encounters recorded before an approval. Why a line was approved or rejected (decision 165) has a code, whose
//! plain-language sentence the patient reads, and the doctor's own comment, for the record only. `again` is why a
//! patient needs a drug that is already requested or should still last (decision 161). The marks of the safety
//! tables that were shown with a decision are kept with it and never changed.
//!
//! A copy is one signed sheet addressed to one pharmacy, faxed or on paper, and at most one per prescription is
//! not void. Paper with a sending time stands beside the faxed one: only programs before 0.1.0 made both.
//!
//! A drawing signs once: it is recognized as it is, by its shape when it was moved, stretched or turned, and by
//! the remaining positions when points or strokes were added or removed.

pub(super) const SQL: &str = r"
create table request_draft (
    person_id UUID primary key not null references person (id),
    content JSONB not null,
    version BIGINT not null,
    updated_at TIMESTAMPTZ not null
);

create table prescription (
    id UUID primary key not null,
    number BIGINT not null,
    person_id UUID not null references person (id),
    status TEXT not null check (status in ('CREATED', 'PENDING', 'ACKNOWLEDGED', 'REFUNDED', 'FAXED',
        'REJECTED', 'APPROVED', 'CANCELED')),
    pharmacy JSONB not null,
    dr_pharmacy JSONB,
    note_text TEXT,
    agreement_version TEXT not null,
    location_confirmed_at TIMESTAMPTZ not null,
    eligibility TEXT,
    with_card BOOLEAN not null,
    free BOOLEAN not null,
    created_at TIMESTAMPTZ not null,
    acknowledged_by UUID references person (id),
    acknowledged_at TIMESTAMPTZ,
    printed_by UUID references person (id),
    printed_at TIMESTAMPTZ,
    request_hash TEXT not null,
    version BIGINT not null,
    pending_at TIMESTAMPTZ,
    work_since TIMESTAMPTZ,
    work TEXT check (work in ('review', 'send', 'fax', 'refund', 'pharmacy')),
    asked_pharmacy JSONB,
    decided_at TIMESTAMPTZ
);
create unique index prescription_number_key on prescription (number);
create index prescription_person_idx on prescription (person_id, created_at, id);
create index prescription_status_idx on prescription (status, created_at, id);
create index prescription_created_idx on prescription (created_at, id);
create index prescription_work_idx on prescription (pending_at, id) where work is not null;
create index prescription_work_person_idx on prescription (person_id) where work is not null;
create index prescription_pending_idx on prescription (pending_at) where pending_at is not null;
create index prescription_decided_idx on prescription (decided_at, pending_at) where decided_at is not null;
numbered prescription from 20001;

create table prescription_status (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    seq BIGINT not null,
    status TEXT not null check (status in ('CREATED', 'PENDING', 'ACKNOWLEDGED', 'REFUNDED', 'FAXED',
        'REJECTED', 'APPROVED', 'CANCELED')),
    at TIMESTAMPTZ not null,
    by_person UUID references person (id),
    detail TEXT
);
create unique index prescription_status_seq_key on prescription_status (prescription_id, seq);

create table medication (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    person_id UUID not null references person (id),
    position BIGINT not null,
    drug_id UUID not null references drug (id),
    status TEXT check (status in ('Approved', 'Rejected')),
    decided_by UUID references person (id),
    decided_at TIMESTAMPTZ,
    dispense_typed TEXT,
    ahfs_numbers JSONB not null,
    schedules JSONB not null,
    version BIGINT not null,
    atc_numbers JSONB not null default '[]',
    again JSONB,
    reason_code TEXT,
    reason_text TEXT
);
create unique index medication_position_key on medication (prescription_id, position);
create index medication_person_idx on medication (person_id);
create index medication_drug_idx on medication (drug_id);
create index medication_decided_idx on medication (decided_by, decided_at) where decided_at is not null;

create table medication_change (
    id UUID primary key not null,
    medication_id UUID not null references medication (id),
    seq BIGINT not null,
    kind TEXT not null check (kind in ('requested', 'usage', 'drug')),
    drug_id UUID not null references drug (id),
    name TEXT not null,
    administrations JSONB not null,
    formulations JSONB not null,
    ingredients JSONB not null,
    usage JSONB not null,
    by_person UUID not null references person (id),
    at TIMESTAMPTZ not null,
    reason_code TEXT,
    reason_text TEXT,
    taken_from UUID references person (id),
    supply_reason TEXT,
    total_removed TEXT,
    container TEXT,
    din TEXT
);
create unique index medication_change_seq_key on medication_change (medication_id, seq);

create table signature (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    document_id UUID not null references document (id),
    signed_by UUID not null references person (id),
    signed_at TIMESTAMPTZ not null,
    strokes JSONB not null,
    for_ink BOOLEAN not null,
    document_sha256 TEXT not null,
    voided_at TIMESTAMPTZ,
    prescription_version BIGINT not null,
    ink_hash TEXT,
    ink_shape TEXT,
    ink_key BIGINT
);
create unique index signature_in_force_key on signature (prescription_id) where voided_at is null;
create index signature_prescription_idx on signature (prescription_id, signed_at);
create unique index signature_ink_hash_key on signature (ink_hash);
create index signature_ink_key_idx on signature (ink_key);

create table queue_claim (
    person_id UUID primary key not null references person (id),
    claimed_by UUID not null references person (id),
    session_id UUID not null references session (id),
    claimed_at TIMESTAMPTZ not null,
    active_at TIMESTAMPTZ not null
);
create index queue_claim_active_idx on queue_claim (active_at);
create index queue_claim_session_idx on queue_claim (session_id);

create table encounter (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    person_id UUID not null references person (id),
    kind TEXT not null check (kind in ('phone', 'msg', 'video')),
    started_at TIMESTAMPTZ not null,
    ended_at TIMESTAMPTZ not null,
    recorded_by UUID not null references person (id),
    recorded_at TIMESTAMPTZ not null,
    seen_by UUID references person (id)
);
create index encounter_prescription_idx on encounter (prescription_id, started_at);
frozen encounter;

create table safety_table (
    id UUID primary key not null,
    version TEXT not null,
    content JSONB not null,
    row_count BIGINT not null,
    imported_at TIMESTAMPTZ not null
);
create index safety_table_imported_idx on safety_table (imported_at);

create table decision_mark (
    id UUID primary key not null,
    medication_id UUID not null references medication (id),
    prescription_id UUID not null references prescription (id),
    decision TEXT not null check (decision in ('Approved', 'Rejected', 'Undone')),
    marks JSONB not null,
    opened BOOLEAN not null,
    tables_version TEXT not null,
    decided_by UUID not null references person (id),
    decided_at TIMESTAMPTZ not null
);
create index decision_mark_prescription_idx on decision_mark (prescription_id);
frozen decision_mark;

create table prescription_copy (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    person_id UUID not null references person (id),
    number BIGINT not null,
    document_id UUID not null references document (id),
    way TEXT not null check (way in ('fax', 'paper')),
    pharmacy JSONB not null,
    state TEXT not null check (state in ('live', 'delivered', 'failed', 'voiding', 'voided')),
    issued_by UUID not null references person (id),
    issued_at TIMESTAMPTZ not null,
    left_at TIMESTAMPTZ,
    delivered_at TIMESTAMPTZ,
    handed_how TEXT check (handed_how in ('patient', 'pharmacy', 'faxed')),
    handed_to TEXT,
    handed_at TIMESTAMPTZ,
    handed_by UUID references person (id),
    void_reason TEXT,
    void_words TEXT,
    void_how TEXT check (void_how in ('at_once', 'paper_kept', 'fax', 'phone')),
    void_by UUID references person (id),
    void_asked_at TIMESTAMPTZ,
    void_document_id UUID references document (id),
    void_fax_id UUID,
    told_name TEXT,
    told_at TIMESTAMPTZ,
    told_by UUID references person (id),
    voided_at TIMESTAMPTZ,
    version BIGINT not null,
    check ((state = 'voided') = (voided_at is not null)),
    check (state not in ('voiding', 'voided') or (void_reason is not null and void_by is not null))
);
create unique index prescription_copy_number_key on prescription_copy (prescription_id, number);
create unique index prescription_copy_document_key on prescription_copy (document_id);
create index prescription_copy_person_idx on prescription_copy (person_id);
create unique index prescription_copy_in_force_key on prescription_copy (prescription_id)
    where voided_at is null and (way = 'fax' or left_at is null);

create table signature_place (
    place BIGINT not null,
    signature_id UUID not null references signature (id),
    primary key (place, signature_id)
);
";
