// SPDX-License-Identifier: AGPL-3.0-or-later

//! System tables: changes to staff accounts with their authors, the status of external services, and backups.

pub(super) const SQL: &str = r"
create table account_change (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    at TIMESTAMPTZ not null,
    by_person UUID not null references person (id),
    what TEXT not null check (what in ('role', 'numbers', 'disabled', 'enabled', 'second_step', 'sessions')),
    was TEXT not null,
    became TEXT not null
);
create index account_change_account_idx on account_change (account_id, at, id);
frozen account_change;

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
";
