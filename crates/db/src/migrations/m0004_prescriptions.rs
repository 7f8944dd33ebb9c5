// SPDX-License-Identifier: AGPL-3.0-or-later

//! Renewal requests, from the draft to the drugs of a prescription and every change to them. Signatures,
//! faxes and payments are in later migrations.

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
    status TEXT not null check (status in ('CREATED', 'PENDING', 'ACKNOWLEDGED', 'REFUNDED',
        'FAXED', 'REJECTED', 'APPROVED', 'CANCELED')),
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
    version BIGINT not null
);
create unique index prescription_number_key on prescription (number);
create index prescription_person_idx on prescription (person_id, created_at, id);
create index prescription_status_idx on prescription (status, created_at, id);
create index prescription_created_idx on prescription (created_at, id);

create table prescription_status (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    seq BIGINT not null,
    status TEXT not null check (status in ('CREATED', 'PENDING', 'ACKNOWLEDGED', 'REFUNDED',
        'FAXED', 'REJECTED', 'APPROVED', 'CANCELED')),
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
    version BIGINT not null
);
create unique index medication_position_key on medication (prescription_id, position);
create index medication_person_idx on medication (person_id);
create index medication_drug_idx on medication (drug_id);

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
    at TIMESTAMPTZ not null
);
create unique index medication_change_seq_key on medication_change (medication_id, seq);
";
