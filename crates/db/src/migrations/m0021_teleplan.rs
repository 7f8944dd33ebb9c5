// SPDX-License-Identifier: AGPL-3.0-or-later

//! Teleplan: the counter of sequence numbers with the lease of its single writer, files of claims with their
//! exact bytes (encrypted), their claims, retrievals, received files, and each of their lines.

pub(super) const SQL: &str = r"
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
    fetched_at TIMESTAMPTZ not null
);
create unique index remittance_file_sha256_key on remittance_file (sha256);
create index remittance_file_pull_idx on remittance_file (pull_id);

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
    settled_by UUID references person (id)
);
create unique index remittance_line_key_key on remittance_line (key);
create unique index remittance_line_ordinal_key on remittance_line (ordinal);
create index remittance_line_file_idx on remittance_line (remittance_file_id);
create index remittance_line_bill_idx on remittance_line (bill_id);
create index remittance_line_payment_idx on remittance_line (payment_date);
";
