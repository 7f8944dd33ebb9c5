// SPDX-License-Identifier: AGPL-3.0-or-later

//! Billing the provincial plan: lists of diagnoses, fees and codes, what is remembered for a class of
//! medications, bills and their history. The unique indexes of `bill` prevent duplicates.

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
    state TEXT not null check (state in ('unsent', 'sending', 'sent', 'paid', 'explained', 'changed',
        'held', 'rejected', 'refused', 'debited')),
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
";
