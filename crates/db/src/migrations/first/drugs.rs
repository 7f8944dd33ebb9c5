// SPDX-License-Identifier: AGPL-3.0-or-later

//! The drug catalogue, built from the federal drug database, and the clinic's own rules on which drugs may be
//! requested. Drugs are marked absent rather than deleted, because prescriptions reference them.
//!
//! Manual overrides by administrators are stored separately from Health Canada's data, so that the next import
//! keeps them, and so is the answer to the one-time offer of the default filters. `drug_ahfs` keeps the class
//! filters complete when extracts lack AHFS numbers: it has the last known numbers of each drug code.

pub(super) const SQL: &str = r"
create table catalogue (
    id BIGINT primary key not null check (id = 1),
    revision BIGINT not null,
    built_at TIMESTAMPTZ,
    source TEXT
);
insert into catalogue (id, revision) values (1, 0);

create table drug (
    id UUID primary key not null,
    code BIGINT not null,
    din TEXT not null,
    name TEXT not null,
    name_folded TEXT not null,
    class_name TEXT not null,
    status TEXT not null,
    history_date TEXT not null,
    number_of_ais TEXT not null,
    ai_group_no TEXT not null,
    company_name TEXT not null,
    descriptor TEXT not null,
    administrations JSONB not null,
    formulations JSONB not null,
    ahfs_numbers JSONB not null,
    atc_numbers JSONB not null,
    schedules JSONB not null,
    ingredients JSONB not null,
    content_hash TEXT not null,
    present BOOLEAN not null
);
create unique index drug_code_key on drug (code);
create index drug_name_folded_idx on drug (name_folded);
create index drug_din_idx on drug (din);

create table medication_filter (
    id UUID primary key not null,
    tc_ahfs_number TEXT not null,
    status TEXT not null check (status in ('CROSS_OUT', 'DO_NOT_SHOW_UP')),
    exceptions JSONB not null,
    created_by UUID references person (id),
    created_at TIMESTAMPTZ not null,
    deleted_at TIMESTAMPTZ,
    also JSONB
);
create index medication_filter_ahfs_idx on medication_filter (tc_ahfs_number);

create table drug_edit (
    drug_id UUID primary key not null references drug (id),
    code BIGINT not null,
    fields JSONB not null,
    register JSONB,
    edited_by UUID not null references person (id),
    edited_at TIMESTAMPTZ not null
);

create table filter_offer (
    id BIGINT primary key not null check (id = 1),
    accepted BOOLEAN not null,
    answered_by UUID not null references person (id),
    answered_at TIMESTAMPTZ not null
);

create table drug_ahfs (
    code BIGINT not null,
    learned BIGINT not null,
    build_id UUID,
    numbers JSONB not null,
    primary key (code, learned)
);
create index drug_ahfs_build_idx on drug_ahfs (build_id);
";
