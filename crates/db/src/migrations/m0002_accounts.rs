// SPDX-License-Identifier: AGPL-3.0-or-later

//! Accounts, sessions, one-time codes, and counters against guessing. Only hashes of tokens and codes are
//! stored.

pub(super) const SQL: &str = r"
create table account (
    id UUID primary key not null,
    person_id UUID not null references person (id),
    email TEXT not null,
    email_folded TEXT not null,
    password_hash TEXT not null,
    role TEXT not null check (role in ('ROLE_PATIENT', 'ROLE_DOCTOR', 'ROLE_OFFICE',
        'ROLE_CUSTOMERSERVICE', 'ROLE_ADMIN')),
    is_admin BOOLEAN not null,
    activated_at TIMESTAMPTZ,
    hide_last_login_until TIMESTAMPTZ,
    totp_sealed TEXT,
    totp_confirmed_at TIMESTAMPTZ,
    totp_last_step BIGINT,
    disabled_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ not null,
    version BIGINT not null
);
create unique index account_person_key on account (person_id);
create unique index account_email_folded_key on account (email_folded);
create index account_role_idx on account (role);

create table practitioner (
    person_id UUID primary key not null references person (id),
    college_number TEXT,
    billing_number TEXT,
    phone TEXT not null,
    fax TEXT not null
);

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
    location_confirmed_at TIMESTAMPTZ
);
create unique index session_token_hash_key on session (token_hash);
create index session_account_idx on session (account_id);
create index session_expires_idx on session (expires_at);

create table one_time_code (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    purpose TEXT not null
        check (purpose in ('activate', 'sign_in', 'phone', 'email_change', 'recovery')),
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
    locked_until TIMESTAMPTZ
);

create table known_device (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    token_hash TEXT not null,
    created_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null
);
create unique index known_device_token_hash_key on known_device (token_hash);
create index known_device_account_idx on known_device (account_id);

create table sign_in_record (
    id UUID primary key not null,
    account_id UUID not null references account (id),
    at TIMESTAMPTZ not null,
    ip TEXT not null,
    city TEXT,
    region TEXT,
    country TEXT
);
create index sign_in_record_account_idx on sign_in_record (account_id, at);
";
