// SPDX-License-Identifier: AGPL-3.0-or-later

//! Patient search: one entry per patient, with the sort keys of the list, and the grams by which the entry is
//! found. Both are derived from person, account and health documents and can be rebuilt at any time, so
//! nothing references them. A gram's row carries the usual sort key: the first page of a common prefix is the
//! first rows of its range.
//!
//! The server fills them when it opens a database without entries, because normalizing a name is not possible
//! in SQL.

pub(super) const SQL: &str = r"
create table patient_entry (
    person_id UUID primary key not null references person (id),
    last_key TEXT not null,
    first_key TEXT not null,
    joined_at TIMESTAMPTZ not null,
    names TEXT not null,
    mailbox TEXT not null,
    numbers TEXT not null
);
create index patient_entry_last_idx on patient_entry (last_key, person_id);
create index patient_entry_first_idx on patient_entry (first_key, person_id);
create index patient_entry_joined_idx on patient_entry (joined_at, person_id);

create table patient_gram (
    gram TEXT not null,
    last_key TEXT not null,
    person_id UUID not null,
    primary key (gram, last_key, person_id)
) KEYED;
";
