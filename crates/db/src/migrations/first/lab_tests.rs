// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lab results: the imported files, tests with their versions, the laboratory's reports (never changed), results
//! for which no patient was found, and the definitions of tests.

pub(super) const SQL: &str = r"
create table lab_file (
    id UUID primary key not null,
    sha256 TEXT not null,
    form TEXT not null,
    reports BIGINT not null,
    created_at TIMESTAMPTZ not null
);
create unique index lab_file_sha256_key on lab_file (sha256);
frozen lab_file;

create table lab_test (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    lab TEXT not null,
    order_number TEXT not null,
    version BIGINT not null,
    created_at TIMESTAMPTZ not null,
    replaced_at TIMESTAMPTZ,
    acknowledged_at TIMESTAMPTZ,
    acknowledged_by UUID references person (id)
);
create unique index lab_test_version_key on lab_test (lab, order_number, version);
create index lab_test_person_idx on lab_test (person_id, created_at, id);
create index lab_test_waiting_idx on lab_test (created_at, id)
    where acknowledged_at is null and replaced_at is null;

create table lab_result (
    lab_test_id UUID primary key not null references lab_test (id),
    file_id UUID not null references lab_file (id),
    print TEXT not null,
    name_differs BOOLEAN not null,
    content JSONB not null,
    source TEXT not null
);
create unique index lab_result_print_key on lab_result (print);
create index lab_result_file_idx on lab_result (file_id);
frozen lab_result;

create table lab_exception (
    id UUID primary key not null,
    file_id UUID not null references lab_file (id),
    print TEXT not null,
    reason TEXT not null,
    content JSONB not null,
    source TEXT not null,
    created_at TIMESTAMPTZ not null,
    settled_at TIMESTAMPTZ,
    settled_by UUID references person (id),
    lab_test_id UUID references lab_test (id),
    note TEXT
);
create unique index lab_exception_print_key on lab_exception (print);
create index lab_exception_file_idx on lab_exception (file_id);
create index lab_exception_open_idx on lab_exception (created_at, id) where settled_at is null;

create table lab_definition (
    id UUID primary key not null,
    code TEXT not null,
    name TEXT not null,
    panel TEXT not null,
    unit TEXT not null
);
create unique index lab_definition_code_key on lab_definition (code);
";
