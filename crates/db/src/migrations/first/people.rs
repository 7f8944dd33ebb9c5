// SPDX-License-Identifier: AGPL-3.0-or-later

//! People, their health numbers and uploaded files, consents, and the doctors' numbers.
//!
//! The table of files belongs to `uploads` and is made here: a file is somebody's, and a health document has two
//! of them, front and back.
//!
//! `patient_gram` has the grams by which patients are found. It is derived from person, account and health
//! documents, can be rebuilt at any time, and nothing references it. A gram's row carries the usual sort key: the
//! first page of a common prefix is the first rows of its range. The server fills it when it opens a database
//! without entries, because normalizing a name is not possible in SQL.
//!
//! A chart that was requested at the partner clinic is stored until its number is known.

pub(super) const SQL: &str = r"
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
    created_at TIMESTAMPTZ not null,
    by_person UUID references person (id)
);
create index upload_person_idx on upload (person_id, created_at, id);
create unique index upload_path_key on upload (path);
create index upload_newest_idx on upload (person_id, category, created_at, id);

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
    retired_at TIMESTAMPTZ,
    back_upload_id UUID references upload (id)
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

create table practitioner (
    person_id UUID primary key not null references person (id),
    college_number TEXT,
    billing_number TEXT,
    phone TEXT not null,
    fax TEXT not null
);

create table patient_gram (
    gram TEXT not null,
    last_key TEXT not null,
    person_id UUID not null,
    primary key (gram, last_key, person_id)
) KEYED;

create table chart_request (
    person_id UUID primary key not null references person (id),
    asked_at TIMESTAMPTZ not null,
    unknown BOOLEAN not null
);
";
