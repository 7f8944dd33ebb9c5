//! A patient's entry in the lists carries what a row of the list shows, so that a page reads one table
//! along its order. It is made from person, account and health documents and refers to nothing: the
//! old one goes, and the server makes the new one when it opens a database without.

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
