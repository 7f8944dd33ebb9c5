// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is known of the master keys by their names: since when each seals, which ones the running processes have, and,
//! sealed, what the audit needs of a key that was replaced.

pub(super) const SQL: &str = r"
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

create table audit_key (
    key_id TEXT not null,
    sealed_with TEXT not null,
    sealed TEXT not null,
    replaced_at TIMESTAMPTZ not null,
    primary key (key_id, sealed_with)
);
frozen audit_key;
";
