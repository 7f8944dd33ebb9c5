// SPDX-License-Identifier: AGPL-3.0-or-later

//! Billing the provincial plan: lists of diagnoses, fees and codes, what is remembered for a class of medications,
//! bills and their history. The unique indexes of `bill` prevent duplicates.
//!
//! Teleplan: the counter of sequence numbers with the lease of its single writer, files of claims with their exact
//! bytes (encrypted), their claims, retrievals, received files, and each of their lines. A file that was set aside
//! may be imported by somebody's decision. What a line counts for in the sums of its month is stored when it is
//! imported or assigned, when the state of its bill before it is known: a second payment of a bill, and what a
//! line paid above its bill or for no bill, stand apart.

pub(super) const SQL: &str = r"
create table icd (
    id UUID primary key not null,
    source TEXT not null,
    code TEXT not null,
    description TEXT not null,
    folded TEXT not null
);
create unique index icd_entry_key on icd (source, code, description);
create index icd_code_idx on icd (code);

create table msp_fee (
    id UUID primary key not null,
    code TEXT not null,
    effective DATE not null,
    amount_cents BIGINT not null check (amount_cents >= 0),
    description TEXT not null
);
create unique index msp_fee_key on msp_fee (code, effective);

create table msp_code (
    id UUID primary key not null,
    kind TEXT not null check (kind in ('explanatory', 'adjustment')),
    code TEXT not null,
    words TEXT not null
);
create unique index msp_code_key on msp_code (kind, code);

create table medication_bill (
    id UUID primary key not null,
    tc_ahfs_number TEXT not null,
    diagnosis_code TEXT,
    question TEXT,
    created_at TIMESTAMPTZ not null,
    updated_at TIMESTAMPTZ not null,
    updated_by UUID references person (id),
    version BIGINT not null
);
create unique index medication_bill_class_key on medication_bill (tc_ahfs_number);

create table bill (
    id UUID primary key not null,
    folio BIGINT not null,
    person_id UUID not null references person (id),
    prescription_id UUID not null references prescription (id),
    practitioner_id UUID not null references person (id),
    practitioner_number TEXT not null,
    way TEXT not null check (way in ('phone', 'msg')),
    diagnosis_code TEXT not null,
    service_code TEXT not null,
    service_date DATE not null,
    started_at TIMESTAMPTZ not null,
    ended_at TIMESTAMPTZ not null,
    amount_cents BIGINT not null check (amount_cents >= 0),
    paid_cents BIGINT not null,
    state TEXT not null check (state in ('unsent', 'sending', 'sent', 'paid', 'explained', 'changed', 'held',
        'rejected', 'refused', 'debited')),
    submission TEXT not null check (submission in ('0', 'D', 'E', 'C', 'R', 'I', 'A', 'W', 'X')),
    note TEXT,
    waits_for TEXT,
    created_at TIMESTAMPTZ not null,
    created_by UUID not null references person (id),
    version BIGINT not null
);
create unique index bill_folio_key on bill (folio);
create unique index bill_prescription_key on bill (prescription_id);
create unique index bill_visit_key on bill (person_id, service_date, service_code);
create index bill_state_idx on bill (state, created_at, id);
create index bill_practitioner_idx on bill (practitioner_id);
create index bill_open_idx on bill (practitioner_id, state, amount_cents)
    where state not in ('paid', 'explained', 'changed');

create table bill_event (
    id UUID primary key not null,
    bill_id UUID not null references bill (id),
    seq BIGINT not null,
    kind TEXT not null,
    at TIMESTAMPTZ not null,
    by_person UUID references person (id),
    codes JSONB not null,
    amount_cents BIGINT,
    detail TEXT
);
create unique index bill_event_seq_key on bill_event (bill_id, seq);
create index bill_event_at_idx on bill_event (at);

create table teleplan_counter (
    data_centre TEXT primary key not null,
    last_committed BIGINT check (last_committed between 0 and 9999999),
    holder UUID,
    lease_until TIMESTAMPTZ
);

create table teleplan_account (
    username TEXT primary key not null,
    sealed BYTEA not null,
    changed_at TIMESTAMPTZ not null,
    changed_by UUID not null references person (id)
);

create table claim_file (
    id UUID primary key not null,
    number BIGINT not null,
    data_centre TEXT not null,
    state TEXT not null check (state in ('queued', 'built', 'sending', 'unknown', 'accepted', 'refused')),
    first_sequence BIGINT,
    last_sequence BIGINT,
    records BIGINT not null,
    bills BIGINT not null,
    amount_cents BIGINT not null,
    sealed BYTEA,
    sha256 TEXT,
    tid TEXT,
    told TEXT,
    created_at TIMESTAMPTZ not null,
    sent_at TIMESTAMPTZ,
    by_person UUID not null references person (id)
);
create unique index claim_file_number_key on claim_file (number);
create unique index claim_file_open_key on claim_file (data_centre)
    where state in ('queued', 'built', 'sending', 'unknown');

create table claim (
    id UUID primary key not null,
    claim_file_id UUID not null references claim_file (id),
    bill_id UUID not null references bill (id),
    person_id UUID not null references person (id),
    data_centre TEXT not null,
    sequence BIGINT not null,
    folio BIGINT not null,
    amount_cents BIGINT not null
);
create unique index claim_sequence_key on claim (claim_file_id, sequence);
create index claim_matching_idx on claim (sequence, data_centre);
create index claim_bill_idx on claim (bill_id);

create table remittance_pull (
    id UUID primary key not null,
    state TEXT not null check (state in ('queued', 'running', 'done', 'failed')),
    stage TEXT not null,
    done BIGINT not null,
    total BIGINT not null,
    files BIGINT not null,
    lines BIGINT not null,
    matched BIGINT not null,
    exceptions BIGINT not null,
    known BIGINT not null,
    why TEXT,
    started_at TIMESTAMPTZ not null,
    ended_at TIMESTAMPTZ,
    by_person UUID not null references person (id)
);
create index remittance_pull_started_idx on remittance_pull (started_at, id);

create table remittance_file (
    id UUID primary key not null,
    pull_id UUID not null references remittance_pull (id),
    name TEXT not null,
    state TEXT not null check (state in ('taken', 'set_aside')),
    sealed BYTEA not null,
    sha256 TEXT not null,
    lines BIGINT not null,
    report JSONB not null,
    fetched_at TIMESTAMPTZ not null,
    taken_at TIMESTAMPTZ,
    agreed_by UUID references person (id)
);
create unique index remittance_file_sha256_key on remittance_file (sha256);
create index remittance_file_pull_idx on remittance_file (pull_id);
create index remittance_file_state_idx on remittance_file (state, fetched_at);

create table remittance_line (
    id UUID primary key not null,
    remittance_file_id UUID not null references remittance_file (id),
    ordinal BIGINT not null,
    line BIGINT not null,
    key TEXT not null,
    kind TEXT not null,
    is_claim BOOLEAN not null,
    sequence BIGINT not null,
    folio BIGINT not null,
    payment_date DATE,
    service_date DATE,
    fee_code TEXT,
    health_number TEXT,
    bill_cents BIGINT,
    paid_cents BIGINT,
    codes JSONB not null,
    words TEXT,
    person_id UUID references person (id),
    bill_id UUID references bill (id),
    exception TEXT,
    settled_at TIMESTAMPTZ,
    settled_by UUID references person (id),
    is_ours BOOLEAN not null default true,
    counted_paid_cents BIGINT not null default 0,
    counted_refused_cents BIGINT not null default 0,
    overpaid_cents BIGINT not null default 0
);
create unique index remittance_line_key_key on remittance_line (key);
create unique index remittance_line_ordinal_key on remittance_line (ordinal);
create index remittance_line_file_idx on remittance_line (remittance_file_id);
create index remittance_line_bill_idx on remittance_line (bill_id);
create index remittance_line_payment_idx on remittance_line (payment_date);
create index remittance_line_sequence_idx on remittance_line (sequence);
";
