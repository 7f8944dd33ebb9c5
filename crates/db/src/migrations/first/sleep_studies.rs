// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sleep studies: the questionnaire as answered (each save is a new row), the clinics that test, orders and their
//! history. Documents, faxes and payments of an order are in other tables.
//!
//! `sleep_requester` has the doctors who agreed to be the requesting practitioner, each with the drawn signature
//! that is printed on the requests. At most one is in force; who agreed before is kept.

pub(super) const SQL: &str = r"
create table sleep_info (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    created_by UUID not null references person (id),
    created_at TIMESTAMPTZ not null,
    content JSONB not null
);
create index sleep_info_person_idx on sleep_info (person_id, created_at, id);

create table sleep_clinic (
    id UUID primary key not null,
    company TEXT not null check (company in ('solutions', 'coastal', 'mainland', 'sleepworks', 'test')),
    name TEXT not null,
    address TEXT not null,
    phone TEXT not null,
    fax TEXT not null,
    active BOOLEAN not null
);
create unique index sleep_clinic_name_key on sleep_clinic (company, name);

create table sleep_assessment (
    id UUID primary key not null,
    number BIGINT not null,
    person_id UUID not null references person (id),
    sleep_info_id UUID not null references sleep_info (id),
    sleep_clinic_id UUID not null references sleep_clinic (id),
    clinic JSONB not null,
    status TEXT not null check (status in ('PENDING', 'SUBMITTED', 'PAID', 'FREE', 'FAXED', 'REFUNDED',
        'CANCELED')),
    free BOOLEAN not null,
    preliminary_id UUID not null references document (id),
    request_id UUID references document (id),
    created_at TIMESTAMPTZ not null,
    version BIGINT not null
);
create unique index sleep_assessment_number_key on sleep_assessment (number);
create index sleep_assessment_person_idx on sleep_assessment (person_id, created_at, id);
create index sleep_assessment_info_idx on sleep_assessment (sleep_info_id);
create index sleep_assessment_clinic_idx on sleep_assessment (sleep_clinic_id);
create unique index sleep_assessment_in_force_key on sleep_assessment (person_id, sleep_info_id, sleep_clinic_id)
    where status not in ('CANCELED', 'REFUNDED');
create index sleep_assessment_waiting_idx on sleep_assessment (created_at, id) where status in ('PAID', 'FREE');

create table sleep_assessment_status (
    id UUID primary key not null,
    sleep_assessment_id UUID not null references sleep_assessment (id),
    seq BIGINT not null,
    status TEXT not null check (status in ('PENDING', 'SUBMITTED', 'PAID', 'FREE', 'FAXED', 'REFUNDED',
        'CANCELED')),
    at TIMESTAMPTZ not null,
    by_person UUID references person (id),
    detail TEXT
);
create unique index sleep_assessment_status_seq_key on sleep_assessment_status (sleep_assessment_id, seq);

create table sleep_requester (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    strokes JSONB not null,
    agreed_at TIMESTAMPTZ not null,
    in_force BOOLEAN check (in_force),
    ended_at TIMESTAMPTZ,
    ended_by UUID references person (id)
);
create unique index sleep_requester_in_force_key on sleep_requester (in_force);
";
