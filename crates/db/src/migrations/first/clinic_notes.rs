// SPDX-License-Identifier: AGPL-3.0-or-later

//! Notes that are sent to the clinic's own record system.

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
";
