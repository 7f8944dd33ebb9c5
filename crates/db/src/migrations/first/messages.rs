// SPDX-License-Identifier: AGPL-3.0-or-later

//! Messages between patients and staff, who has read them, replies, attachments, the archive, and the clinic's
//! reply templates. A message goes to one person or to one group of staff. One about work in the review queue is
//! settled with it.

pub(super) const SQL: &str = r"
create table message (
    id UUID primary key not null,
    subject TEXT not null,
    body TEXT not null,
    from_person UUID references person (id),
    to_person UUID references person (id),
    to_group TEXT check (to_group in ('doctor', 'customerservice', 'office')),
    about_person UUID references person (id),
    subject_kind TEXT,
    subject_id UUID,
    created_at TIMESTAMPTZ not null,
    updated_at TIMESTAMPTZ not null,
    reply_count BIGINT not null default 0,
    last_reply_by UUID references person (id),
    bill_id UUID,
    tells_of TEXT check (tells_of in ('review', 'fax')),
    settled_at TIMESTAMPTZ
);
create index message_group_idx on message (to_group, updated_at, id);
create index message_person_idx on message (to_person, updated_at, id);
create index message_subject_idx on message (subject_kind, subject_id);
create index message_from_idx on message (from_person, updated_at, id);
create index message_updated_idx on message (updated_at, id);
create index message_begun_idx on message (created_at) where from_person = about_person;

create table message_read (
    message_id UUID not null references message (id),
    person_id UUID not null references person (id),
    read_at TIMESTAMPTZ not null,
    primary key (message_id, person_id)
);

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
create index message_reply_created_idx on message_reply (created_at);

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

create table message_template (
    id UUID primary key not null,
    name TEXT not null,
    name_folded TEXT not null,
    body TEXT not null,
    version BIGINT not null,
    created_at TIMESTAMPTZ not null,
    updated_at TIMESTAMPTZ not null,
    updated_by UUID not null references person (id)
);
create unique index message_template_name_key on message_template (name_folded);
";
