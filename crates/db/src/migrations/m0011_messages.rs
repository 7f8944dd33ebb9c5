// SPDX-License-Identifier: AGPL-3.0-or-later

//! Replies, attachments and the archive of messages, and emailed links for people who act without signing in.
//! A link's secret is never stored, only its hash.

pub(super) const SQL: &str = r"
alter table message add column reply_count BIGINT not null default 0;
alter table message add column last_reply_by UUID references person (id);
create index message_from_idx on message (from_person, updated_at, id);
create index message_updated_idx on message (updated_at, id);

create table message_reply (
    id UUID primary key not null,
    message_id UUID not null references message (id),
    seq BIGINT not null,
    from_person UUID not null references person (id),
    body TEXT not null,
    by_link BOOLEAN not null,
    created_at TIMESTAMPTZ not null
);
create unique index message_reply_seq_key on message_reply (message_id, seq);

create table message_file (
    upload_id UUID primary key not null references upload (id),
    message_id UUID not null references message (id),
    reply_id UUID references message_reply (id),
    position BIGINT not null
);
create index message_file_message_idx on message_file (message_id);

create table message_archive (
    message_id UUID not null references message (id),
    person_id UUID not null references person (id),
    archived_at TIMESTAMPTZ not null,
    primary key (message_id, person_id)
);
create index message_archive_person_idx on message_archive (person_id);

create table link (
    id UUID primary key not null,
    purpose TEXT not null check (purpose in ('reply', 'not_received', 'resend')),
    token_hash TEXT not null,
    subject_kind TEXT not null,
    subject_id UUID not null,
    person_id UUID not null references person (id),
    created_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    used_at TIMESTAMPTZ
);
create unique index link_token_hash_key on link (token_hash);
create index link_subject_idx on link (subject_kind, subject_id, purpose);
";
