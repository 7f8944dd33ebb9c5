//! The search over patients: one entry a living patient, with the keys of the list's orders, and the
//! grams by which the entry is found. Both are made from person, account and health documents and can
//! be made anew at any time, so nothing refers to them. A gram's row carries the key of the usual
//! order: the first page of a common beginning is the first rows of its range.
//!
//! They are filled by the server when it opens a database that has none: folding a name is no SQL.

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
