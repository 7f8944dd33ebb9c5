// SPDX-License-Identifier: AGPL-3.0-or-later

//! Medical information: each save is a new row.

pub(super) const SQL: &str = r"
create table medical_info (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    created_by UUID not null references person (id),
    created_at TIMESTAMPTZ not null,
    content JSONB not null
);
create index medical_info_person_idx on medical_info (person_id, created_at, id);
";
