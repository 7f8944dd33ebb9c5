// SPDX-License-Identifier: AGPL-3.0-or-later

//! A database that was restored from a copy holds every effect outside until a person releases it.

pub(super) const SQL: &str = r"
create table restore_hold (
    id UUID primary key not null,
    restored_at TIMESTAMPTZ not null,
    point_at TIMESTAMPTZ not null,
    told TEXT not null,
    ended_at TIMESTAMPTZ,
    ended_by UUID,
    reason TEXT
);
alter table job add column released_at TIMESTAMPTZ;
";
