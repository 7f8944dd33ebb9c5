// SPDX-License-Identifier: AGPL-3.0-or-later

//! When someone's PharmaNet credentials were used. The credentials themselves are not stored.

pub(super) const SQL: &str = r"
create table pharmanet_use (
    id UUID primary key not null,
    by_person UUID not null references person (id),
    session_id UUID not null,
    person_id UUID references person (id),
    at TIMESTAMPTZ not null
);
create index pharmanet_use_by_idx on pharmanet_use (by_person, at);
create index pharmanet_use_person_idx on pharmanet_use (person_id, at);
";
