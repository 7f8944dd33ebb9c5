// SPDX-License-Identifier: AGPL-3.0-or-later

//! The drug catalogue, built from the federal drug database, and the clinic's own rules on which drugs may be
//! requested. Drugs are marked absent rather than deleted, because prescriptions reference them.

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
    deleted_at TIMESTAMPTZ
);
create index medication_filter_ahfs_idx on medication_filter (tc_ahfs_number);
";
