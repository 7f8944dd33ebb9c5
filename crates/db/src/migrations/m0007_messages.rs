// SPDX-License-Identifier: AGPL-3.0-or-later

//! Messages between patients and staff, who has read them, and notes sent to the clinic's own
//! record system. A message goes to one person or to one group of staff.

pub(super) const SQL: &str = r"
create table clinic_note (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    subject_kind TEXT not null,
    subject_id UUID not null,
    text TEXT not null,
    state TEXT not null check (state in ('queued', 'sent', 'failed')),
    provider_ref TEXT,
    created_at TIMESTAMPTZ not null,
    sent_at TIMESTAMPTZ
);
create unique index clinic_note_subject_key on clinic_note (subject_kind, subject_id);
create index clinic_note_person_idx on clinic_note (person_id);

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
    updated_at TIMESTAMPTZ not null
);
create index message_group_idx on message (to_group, updated_at, id);
create index message_person_idx on message (to_person, updated_at, id);
create index message_subject_idx on message (subject_kind, subject_id);

create table message_read (
    message_id UUID not null references message (id),
    person_id UUID not null references person (id),
    read_at TIMESTAMPTZ not null,
    primary key (message_id, person_id)
);
";
