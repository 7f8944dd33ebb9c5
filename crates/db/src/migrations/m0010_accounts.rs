// SPDX-License-Identifier: AGPL-3.0-or-later

//! Further tables of accounts: password recovery, the steps of an email change, office invitations, single
//! sign-on from the partner clinic, and a person's preferences. Only hashes of tokens are stored.

pub(super) const SQL: &str = r"
alter table account add column theme TEXT not null default 'system'
    check (theme in ('light', 'dark', 'system'));
alter table account add column shortcuts BOOLEAN not null default true;

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
";
