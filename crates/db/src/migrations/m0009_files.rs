// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who uploaded a file, the back of a health card, and the suggestions that people send with a screenshot.

pub(super) const SQL: &str = r"
alter table upload add column by_person UUID references person (id);
alter table health_document add column back_upload_id UUID references upload (id);
create unique index upload_path_key on upload (path);
create index upload_newest_idx on upload (person_id, category, created_at, id);

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
