// SPDX-License-Identifier: AGPL-3.0-or-later

//! Rendered documents with their bytes, faxes, and each attempt to send one with its cover. A fax and a document
//! store only the kind and id of their subject, and a fax the subject's label.
//!
//! Also the clarifications with a pharmacy, stopped documents, of which nothing more is sent, and verified
//! numbers.

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

create table fax (
    id UUID primary key not null,
    subject_kind TEXT not null,
    subject_id UUID not null,
    person_id UUID not null references person (id),
    document_id UUID not null references document (id),
    to_number TEXT not null,
    recipient_name TEXT not null,
    state TEXT not null check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown')),
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
    version BIGINT not null,
    label TEXT not null default '',
    trouble BOOLEAN not null default false,
    transmitted_at TIMESTAMPTZ,
    confirmed_by UUID references person (id),
    confirmed_at TIMESTAMPTZ
);
create index fax_subject_idx on fax (subject_kind, subject_id, queued_at);
create index fax_state_idx on fax (state);
create index fax_person_idx on fax (person_id);
create index fax_notify_token_idx on fax (notify_token_hash);
create index fax_desk_idx on fax (trouble, queued_at, id);
create index fax_queued_idx on fax (queued_at, id);

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
    sha256 TEXT not null,
    cover_id UUID references document (id)
);
create unique index fax_attempt_number_key on fax_attempt (fax_id, number);
create unique index fax_attempt_account_code_key on fax_attempt (account_code);
create index fax_attempt_provider_idx on fax_attempt (provider_id);
create index fax_attempt_ended_idx on fax_attempt (ended_at) where ended_at is not null;

create table fax_clarification (
    id UUID primary key not null,
    fax_id UUID not null,
    subject_kind TEXT not null,
    subject_id UUID not null,
    person_id UUID not null references person (id),
    kind TEXT not null check (kind in ('called', 'faxed_back', 'we_called', 'answered', 'confirmed')),
    text TEXT not null,
    needs_doctor BOOLEAN not null,
    by_person UUID not null references person (id),
    at TIMESTAMPTZ not null
);
create index fax_clarification_subject_idx on fax_clarification (subject_kind, subject_id, at, id);
create index fax_clarification_fax_idx on fax_clarification (fax_id);
frozen fax_clarification;

create table fax_stop (
    document_id UUID primary key not null references document (id),
    stopped_at TIMESTAMPTZ not null
);

create table verified_number (
    number TEXT not null,
    name_folded TEXT not null,
    how TEXT not null check (how in ('machine', 'phone')),
    verified_by UUID references person (id),
    verified_at TIMESTAMPTZ not null,
    primary key (number, name_folded),
    check (how = 'machine' or verified_by is not null)
);
";
