// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where a sign-in comes from: browsers that are remembered, and addresses that somebody signed in from, so
//! that guesses from elsewhere are counted apart; how often a count was locked lately; when a session was
//! given its present token.

pub(super) const SQL: &str = r"
delete from sign_in_guard;
alter table sign_in_guard add column locks BIGINT not null default 0;

alter table sign_in_record add column address_key TEXT not null default '';
update sign_in_record set address_key = ip where ip not like '%:%';
create index sign_in_record_place_idx on sign_in_record (account_id, address_key, at);

alter table session add column renewed_at TIMESTAMPTZ;

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
";
