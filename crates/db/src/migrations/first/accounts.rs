// SPDX-License-Identifier: AGPL-3.0-or-later

//! Accounts, sessions, one-time codes and links, and counters against guessing. Only hashes of tokens and codes
//! are stored, and the counters are named by keyed hashes.
//!
//! Browsers are remembered, and so are the addresses that somebody signed in from, so that guesses from elsewhere
//! are counted apart. A stored second step ends with the session that it was last used for. Changes to staff
//! accounts are kept with their authors.
//!
//! `patient_entry` belongs to `people` and is made here, because it names the account: a patient's entry in the
//! lists contains everything a row shows, so that a page reads one table in order. It is derived like
//! `patient_gram`.

pub(super) const SQL: &str = r"
create table account (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    email TEXT not null,
    email_folded TEXT not null,
    password_hash TEXT not null,
    role TEXT not null check (role in ('ROLE_PATIENT', 'ROLE_DOCTOR', 'ROLE_OFFICE', 'ROLE_CUSTOMERSERVICE',
        'ROLE_ADMIN')),
    is_admin BOOLEAN not null,
    activated_at TIMESTAMPTZ,
    hide_last_login_until TIMESTAMPTZ,
    totp_sealed TEXT,
    totp_confirmed_at TIMESTAMPTZ,
    totp_last_step BIGINT,
    disabled_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ not null,
    version BIGINT not null,
    theme TEXT not null default 'system' check (theme in ('light', 'dark', 'system')),
    shortcuts BOOLEAN not null default true
);
create unique index account_person_key on account (person_id);
create unique index account_email_folded_key on account (email_folded);
create index account_role_idx on account (role);

create table session (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    token_hash TEXT not null,
    cookie_hash TEXT,
    created_at TIMESTAMPTZ not null,
    last_seen_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    ended_at TIMESTAMPTZ,
    ip TEXT not null,
    agent TEXT not null,
    location_confirmed_at TIMESTAMPTZ,
    renewed_at TIMESTAMPTZ
);
create unique index session_token_hash_key on session (token_hash);
create index session_account_idx on session (account_id);
create index session_expires_idx on session (expires_at);

create table one_time_code (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    purpose TEXT not null check (purpose in ('activate', 'sign_in', 'phone', 'email_change', 'recovery')),
    code_hash TEXT not null,
    target TEXT,
    created_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    tries BIGINT not null,
    used_at TIMESTAMPTZ
);
create index one_time_code_account_idx on one_time_code (account_id, purpose, created_at);

create table sign_in_guard (
    key TEXT primary key not null,
    failures BIGINT not null,
    last_failure_at TIMESTAMPTZ not null,
    locked_until TIMESTAMPTZ,
    locks BIGINT not null default 0
);

create table known_device (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    token_hash TEXT not null,
    created_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    session_id UUID references session (id)
);
create unique index known_device_token_hash_key on known_device (token_hash);
create index known_device_account_idx on known_device (account_id);
create index known_device_session_idx on known_device (session_id);

create table sign_in_record (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    at TIMESTAMPTZ not null,
    ip TEXT not null,
    city TEXT,
    region TEXT,
    country TEXT,
    address_key TEXT not null default ''
);
create index sign_in_record_account_idx on sign_in_record (account_id, at);
create index sign_in_record_place_idx on sign_in_record (account_id, address_key, at);

create table recovery (
    id UUID primary key not null,
    key_hash TEXT not null,
    address_hash TEXT not null,
    ip TEXT not null,
    account_id UUID references account (id),
    token_hash TEXT,
    created_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    sent_at TIMESTAMPTZ,
    used_at TIMESTAMPTZ
);
create unique index recovery_key_hash_key on recovery (key_hash);
create unique index recovery_token_hash_key on recovery (token_hash);
create index recovery_address_idx on recovery (address_hash, created_at);
create index recovery_account_idx on recovery (account_id, sent_at);

create table email_change (
    account_id UUID primary key not null references account (id),
    session_id UUID not null references session (id),
    step TEXT not null check (step in ('password', 'phone', 'email')),
    proof_hash TEXT,
    new_email TEXT,
    begun_at TIMESTAMPTZ not null
);
create index email_change_session_idx on email_change (session_id);

create table invitation (
    id UUID primary key not null,
    email TEXT not null,
    email_folded TEXT not null,
    token_hash TEXT not null,
    invited_by UUID not null references person (id),
    created_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    used_at TIMESTAMPTZ,
    used_by UUID references account (id),
    revoked_at TIMESTAMPTZ
);
create unique index invitation_token_hash_key on invitation (token_hash);
create unique index invitation_open_key on invitation (email_folded)
    where used_at is null and revoked_at is null;

create table hand_over (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    token_hash TEXT not null,
    created_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    used_at TIMESTAMPTZ
);
create unique index hand_over_token_hash_key on hand_over (token_hash);

create table account_change (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    at TIMESTAMPTZ not null,
    by_person UUID not null references person (id),
    what TEXT not null check (what in ('role', 'numbers', 'disabled', 'enabled', 'second_step', 'sessions')),
    was TEXT not null,
    became TEXT not null
);
create index account_change_account_idx on account_change (account_id, at, id);
frozen account_change;

create table sign_in_device (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    token_hash TEXT not null,
    created_at TIMESTAMPTZ not null,
    last_used_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    address_key TEXT not null,
    agent TEXT not null
);
create unique index sign_in_device_token_key on sign_in_device (token_hash, account_id);
create index sign_in_device_account_idx on sign_in_device (account_id, last_used_at);

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
