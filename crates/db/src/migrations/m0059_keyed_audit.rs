// SPDX-License-Identifier: AGPL-3.0-or-later

//! The audit is chained with a key that is not in the database: each line says that this installation wrote it, each
//! position with which key it was sealed. What is signed (the heads of days, and anchors) is numbered and chained in a
//! table of its own; `audit_watch` is what the signer has to tell.

pub(super) const SQL: &str = r"
alter table audit add column mac TEXT;
alter table audit_seal add column key_id TEXT;

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
";
