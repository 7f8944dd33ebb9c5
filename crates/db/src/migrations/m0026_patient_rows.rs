// SPDX-License-Identifier: AGPL-3.0-or-later

//! A patient's entry in the lists contains everything a row shows, so that a page reads one table in order.
//! It is derived from person, account and health documents and nothing references it: the old table is
//! dropped, and the server fills the new one when it opens a database without entries.

pub(super) const SQL: &str = r"
drop table patient_entry;
create table patient_entry (
    person_id UUID primary key not null references person (id),
    account_id UUID not null references account (id),
    last_key TEXT not null,
    first_key TEXT not null,
    joined_at TIMESTAMPTZ not null,
    first_name TEXT not null,
    last_name TEXT not null,
    email TEXT not null,
    date_of_birth DATE,
    number TEXT,
    names TEXT not null,
    mailbox TEXT not null,
    numbers TEXT not null
);
create index patient_entry_last_idx on patient_entry (last_key, person_id);
create index patient_entry_first_idx on patient_entry (first_key, person_id);
create index patient_entry_joined_idx on patient_entry (joined_at, person_id);
";
