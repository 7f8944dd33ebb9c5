// SPDX-License-Identifier: AGPL-3.0-or-later

//! What every feature stands on: background jobs, services that do not respond, stored responses, numbers, the
//! hold after a restore, and the master keys.
//!
//! A job stores the patient it is about, so that staff can see waiting ones, and the token of the run that holds
//! it. A database that was restored from a copy holds every effect outside until a person releases it;
//! `released_at` is when that was done for one job. Of the master keys it is known by their names since when each
//! seals, and which ones the running processes have.

pub(super) const SQL: &str = r"
create table job (
    id UUID primary key not null,
    kind TEXT not null,
    dedupe TEXT,
    payload JSONB not null,
    state TEXT not null check (state in ('queued', 'running', 'done', 'given_up')),
    run_at TIMESTAMPTZ not null,
    tries BIGINT not null,
    lease_until TIMESTAMPTZ,
    last_error TEXT,
    created_at TIMESTAMPTZ not null,
    ended_at TIMESTAMPTZ,
    person_id UUID,
    ended_by UUID,
    lease UUID,
    released_at TIMESTAMPTZ
);
create unique index job_dedupe_key on job (dedupe);
create index job_state_idx on job (state, run_at, id);
create index job_about_idx on job (kind, state, id) where person_id is not null;
create index job_ended_idx on job (ended_at) where ended_at is not null;

create table service_outage (
    service TEXT primary key not null,
    failures BIGINT not null,
    since TIMESTAMPTZ not null,
    until TIMESTAMPTZ not null
);

create table idempotency (
    caller TEXT not null,
    key TEXT not null,
    request_hash TEXT not null,
    status BIGINT not null,
    body TEXT not null,
    content_type TEXT not null,
    created_at TIMESTAMPTZ not null,
    primary key (caller, key)
);
create index idempotency_created_idx on idempotency (created_at);

create table counter (
    name TEXT primary key not null,
    value BIGINT not null
);

create table restore_hold (
    id UUID primary key not null,
    restored_at TIMESTAMPTZ not null,
    point_at TIMESTAMPTZ not null,
    told TEXT not null,
    ended_at TIMESTAMPTZ,
    ended_by UUID,
    reason TEXT
);

create table master_key (
    id TEXT primary key not null,
    first_used_at TIMESTAMPTZ not null,
    last_used_at TIMESTAMPTZ not null,
    lost_at TIMESTAMPTZ
);

create table key_holder (
    node UUID primary key not null,
    key_ids TEXT not null,
    seen_at TIMESTAMPTZ not null
);
";
