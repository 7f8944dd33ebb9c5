// SPDX-License-Identifier: AGPL-3.0-or-later

//! The audit chain: each entry gets a position and a hash over itself and everything before it; the head of
//! each day is signed. The database refuses changes to existing rows.

pub(super) const SQL: &str = r"
create table audit_seal (
    seq BIGINT primary key not null,
    audit_id UUID not null,
    hash TEXT not null
);
create unique index audit_seal_audit_id_key on audit_seal (audit_id);

create table audit_head (
    day DATE primary key not null,
    seq BIGINT not null,
    hash TEXT not null,
    signed_at TIMESTAMPTZ not null,
    signature TEXT not null,
    public_key TEXT not null
);

frozen audit;
frozen audit_seal;
frozen audit_head;
";
