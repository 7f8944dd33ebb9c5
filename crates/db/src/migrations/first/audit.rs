// SPDX-License-Identifier: AGPL-3.0-or-later

//! The audit log, which references people without foreign keys, so that it outlives them.
//!
//! Each entry gets a position and a hash over itself and everything before it, chained with a key that is not in
//! the database: a line says that this installation wrote it, a position with which key it was sealed. What is
//! signed (the heads of days, and anchors) is numbered and chained in a table of its own; `audit_watch` is what
//! the signer has to tell, and `audit_key`, sealed, what the audit needs of a key that was replaced. The database
//! refuses changes to existing rows.

pub(super) const SQL: &str = r"
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
    request_id TEXT not null,
    mac TEXT
);
create index audit_patient_idx on audit (patient, at);
create index audit_actor_idx on audit (actor, at);
create index audit_at_idx on audit (at);
frozen audit;

create table audit_seal (
    seq BIGINT primary key not null,
    audit_id UUID not null,
    hash TEXT not null,
    key_id TEXT
);
create unique index audit_seal_audit_id_key on audit_seal (audit_id);
frozen audit_seal;

create table audit_head (
    day DATE primary key not null,
    seq BIGINT not null,
    hash TEXT not null,
    signed_at TIMESTAMPTZ not null,
    signature TEXT not null,
    public_key TEXT not null
);
frozen audit_head;

create table audit_statement (
    number BIGINT primary key not null,
    day DATE,
    seq BIGINT not null,
    hash TEXT not null,
    signed_at TIMESTAMPTZ not null,
    key_id TEXT not null,
    follows TEXT not null,
    signature TEXT not null,
    public_key TEXT not null
);
frozen audit_statement;

create table audit_watch (
    what TEXT primary key not null,
    at TIMESTAMPTZ not null,
    told TEXT not null
);

create table audit_key (
    key_id TEXT not null,
    sealed_with TEXT not null,
    sealed TEXT not null,
    replaced_at TIMESTAMPTZ not null,
    primary key (key_id, sealed_with)
);
frozen audit_key;
";
