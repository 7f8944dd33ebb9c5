// SPDX-License-Identifier: AGPL-3.0-or-later

//! Staff notes: a note with its versions and the marks of what was done with it, which are frozen once written,
//! and the drafts.

pub(super) const SQL: &str = r"
create table note (
    id UUID primary key not null,
    number BIGINT not null,
    person_id UUID not null references person (id),
    from_person UUID not null references person (id),
    created_at TIMESTAMPTZ not null,
    revision BIGINT not null,
    version BIGINT not null,
    message_id UUID references message (id),
    clinic_note_id UUID references clinic_note (id),
    prescription_id UUID references prescription (id),
    sending_id UUID,
    sending_to TEXT check (sending_to in ('patient', 'emr')),
    sending_by UUID references person (id),
    sending_at TIMESTAMPTZ
);
create unique index note_number_key on note (number);
create unique index note_message_key on note (message_id);
create unique index note_clinic_note_key on note (clinic_note_id);
create index note_person_idx on note (person_id, number);
create index note_prescription_idx on note (prescription_id);

create table note_version (
    id UUID primary key not null,
    note_id UUID not null references note (id),
    seq BIGINT not null,
    written TEXT not null,
    signature TEXT not null,
    from_person UUID not null references person (id),
    created_at TIMESTAMPTZ not null
);
create unique index note_version_seq_key on note_version (note_id, seq);
frozen note_version;

create table note_mark (
    id UUID primary key not null,
    note_id UUID not null references note (id),
    kind TEXT not null check (kind in ('sent_to_patient', 'sent_to_emr', 'acknowledged')),
    subject_id UUID not null,
    marker TEXT not null,
    by_person UUID not null references person (id),
    at TIMESTAMPTZ not null
);
create unique index note_mark_subject_key on note_mark (kind, subject_id);
create index note_mark_note_idx on note_mark (note_id, at);
frozen note_mark;

create table note_draft (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    from_person UUID not null references person (id),
    text TEXT not null,
    edit BOOLEAN not null,
    created_at TIMESTAMPTZ not null,
    updated_at TIMESTAMPTZ not null,
    version BIGINT not null
);
create unique index note_draft_author_key on note_draft (person_id, from_person);
";
