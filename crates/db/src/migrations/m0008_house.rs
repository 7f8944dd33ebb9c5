// SPDX-License-Identifier: AGPL-3.0-or-later

//! System tables: counters, background jobs, stored responses, and the audit log. The audit log references
//! people without foreign keys, so that it outlives them.

pub(super) const SQL: &str = r"
create table counter (
    name TEXT primary key not null,
    value BIGINT not null
);

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
    ended_at TIMESTAMPTZ
);
create unique index job_dedupe_key on job (dedupe);
create index job_state_idx on job (state, run_at, id);

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

create table audit (
    id UUID primary key not null,
    at TIMESTAMPTZ not null,
    actor UUID,
    actor_role TEXT not null,
    patient UUID,
    action TEXT not null,
    object_kind TEXT,
    object_id TEXT,
    ip TEXT not null,
    request_id TEXT not null
);
create index audit_patient_idx on audit (patient, at);
create index audit_actor_idx on audit (actor, at);
create index audit_at_idx on audit (at);
";
