// SPDX-License-Identifier: AGPL-3.0-or-later

//! The status of external services, backups, what examinations of the installation found and who was told, and
//! when each place was looked at.

pub(super) const SQL: &str = r"
create table service_seen (
    service TEXT primary key not null,
    answered_at TIMESTAMPTZ,
    failed_at TIMESTAMPTZ,
    failure TEXT,
    failures BIGINT not null
);

create table backup_mark (
    id UUID primary key not null,
    at TIMESTAMPTZ not null,
    made_by TEXT not null check (made_by in ('salal', 'operator')),
    name TEXT not null,
    bytes BIGINT
);
create index backup_mark_at_idx on backup_mark (at);

create table alert (
    place TEXT not null,
    code TEXT not null,
    area TEXT not null,
    level TEXT not null,
    text TEXT not null,
    since TIMESTAMPTZ not null,
    seen_at TIMESTAMPTZ not null,
    told_at TIMESTAMPTZ,
    primary key (place, code)
);

create table alert_look (
    place TEXT primary key not null,
    at TIMESTAMPTZ not null
);
";
