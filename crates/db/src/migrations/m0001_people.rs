// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pharmacies, people, their health numbers and documents, consents, and medical information. Accounts are in
//! the next migration.

pub(super) const SQL: &str = r"
create table pharmacy (
    id UUID primary key not null,
    name TEXT not null,
    address TEXT not null,
    city TEXT not null,
    province TEXT not null,
    postal_code TEXT not null,
    phone TEXT not null,
    fax TEXT not null,
    folded TEXT not null,
    active BOOLEAN not null
);
create index pharmacy_name_idx on pharmacy (name, id);
create index pharmacy_folded_idx on pharmacy (folded);

create table person (
    id UUID primary key not null,
    first_name TEXT not null,
    last_name TEXT not null,
    date_of_birth DATE,
    cell_phone TEXT not null,
    cell_verified_at TIMESTAMPTZ,
    best_phone TEXT not null,
    address TEXT not null,
    city TEXT not null,
    province TEXT not null,
    postal_code TEXT not null,
    sex TEXT,
    is_private_pay BOOLEAN not null,
    eligibility TEXT,
    eligibility_checked_at TIMESTAMPTZ,
    preferred_pharmacy_id UUID references pharmacy (id),
    demographic_number TEXT,
    first_login_done BOOLEAN not null,
    name_folded TEXT not null,
    created_at TIMESTAMPTZ not null,
    version BIGINT not null
);
create index person_name_folded_idx on person (name_folded);
create index person_last_name_idx on person (last_name, first_name, id);
create index person_first_name_idx on person (first_name, last_name, id);
create index person_created_idx on person (created_at, id);

create table upload (
    id UUID primary key not null,
    category TEXT not null,
    person_id UUID not null references person (id),
    name TEXT not null,
    type TEXT not null,
    size BIGINT not null check (size >= 0),
    sha256 TEXT not null,
    path TEXT not null,
    created_at TIMESTAMPTZ not null
);
create index upload_person_idx on upload (person_id, created_at, id);

create table health_document (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    position BIGINT not null,
    type TEXT not null,
    number TEXT not null,
    number_digits TEXT not null,
    province TEXT not null,
    country_code TEXT,
    status TEXT not null check (status in ('valid', 'invalid', 'pending')),
    other TEXT,
    upload_id UUID references upload (id),
    checked_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ not null,
    retired_at TIMESTAMPTZ
);
create index health_document_person_idx on health_document (person_id);
create index health_document_digits_idx on health_document (number_digits);

create table consent (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    policy TEXT not null,
    version TEXT not null,
    given_at TIMESTAMPTZ not null
);
create unique index consent_person_policy_version_key on consent (person_id, policy, version);

create table location_statement (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    session_id UUID,
    at TIMESTAMPTZ not null
);
create index location_statement_person_idx on location_statement (person_id, at);

create table medical_info (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    created_by UUID not null references person (id),
    created_at TIMESTAMPTZ not null,
    content JSONB not null
);
create index medical_info_person_idx on medical_info (person_id, created_at, id);
";
