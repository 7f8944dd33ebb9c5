// SPDX-License-Identifier: AGPL-3.0-or-later

//! Rendered documents (with their bytes), signatures on them, faxes and each attempt to send one. A fax and a
//! document store only the kind and id of their subject.

pub(super) const SQL: &str = r"
create table document (
    id UUID primary key not null,
    subject_kind TEXT not null,
    subject_id UUID not null,
    person_id UUID not null references person (id),
    kind TEXT not null,
    sha256 TEXT not null,
    bytes BYTEA not null,
    created_at TIMESTAMPTZ not null
);
create index document_subject_idx on document (subject_kind, subject_id);
create index document_person_idx on document (person_id);

create table signature (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    document_id UUID not null references document (id),
    signed_by UUID not null references person (id),
    signed_at TIMESTAMPTZ not null,
    strokes JSONB not null,
    for_ink BOOLEAN not null,
    document_sha256 TEXT not null,
    voided_at TIMESTAMPTZ,
    prescription_version BIGINT not null
);
create unique index signature_in_force_key on signature (prescription_id)
    where voided_at is null;
create index signature_prescription_idx on signature (prescription_id, signed_at);

create table fax (
    id UUID primary key not null,
    subject_kind TEXT not null,
    subject_id UUID not null,
    person_id UUID not null references person (id),
    document_id UUID not null references document (id),
    to_number TEXT not null,
    recipient_name TEXT not null,
    state TEXT not null
        check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown')),
    copy_number BIGINT not null,
    is_resend BOOLEAN not null,
    queued_by UUID references person (id),
    queued_at TIMESTAMPTZ not null,
    sent_at TIMESTAMPTZ,
    delivered_at TIMESTAMPTZ,
    pages BIGINT,
    remote_id TEXT,
    reason TEXT,
    reason_permanent BOOLEAN,
    notify_token_hash TEXT,
    version BIGINT not null
);
create index fax_subject_idx on fax (subject_kind, subject_id, queued_at);
create index fax_state_idx on fax (state);
create index fax_person_idx on fax (person_id);
create index fax_notify_token_idx on fax (notify_token_hash);

create table fax_attempt (
    id UUID primary key not null,
    fax_id UUID not null references fax (id),
    number BIGINT not null,
    account_code TEXT not null check (length(account_code) <= 20),
    started_at TIMESTAMPTZ not null,
    provider_id TEXT,
    outcome TEXT,
    reason TEXT,
    ended_at TIMESTAMPTZ,
    sha256 TEXT not null
);
create unique index fax_attempt_number_key on fax_attempt (fax_id, number);
create unique index fax_attempt_account_code_key on fax_attempt (account_code);
create index fax_attempt_provider_idx on fax_attempt (provider_id);
";
