// SPDX-License-Identifier: AGPL-3.0-or-later

//! The doctors who agreed to be the requesting practitioner of sleep studies, each with the drawn signature that
//! is printed on the requests. At most one is in force; who agreed before is kept.

pub(super) const SQL: &str = r"
create table sleep_requester (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    strokes JSONB not null,
    agreed_at TIMESTAMPTZ not null,
    in_force BOOLEAN check (in_force),
    ended_at TIMESTAMPTZ,
    ended_by UUID references person (id)
);
create unique index sleep_requester_in_force_key on sleep_requester (in_force);
";
