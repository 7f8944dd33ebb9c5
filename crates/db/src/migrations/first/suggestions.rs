// SPDX-License-Identifier: AGPL-3.0-or-later

//! The suggestions that people send with a screenshot.

pub(super) const SQL: &str = r"
create table problem (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    message TEXT not null,
    upload_id UUID references upload (id),
    created_at TIMESTAMPTZ not null,
    read_at TIMESTAMPTZ,
    read_by UUID references person (id)
);
create index problem_created_idx on problem (created_at, id);
create index problem_unread_idx on problem (created_at, id) where read_at is null;
";
