// SPDX-License-Identifier: AGPL-3.0-or-later

//! Emailed links for people who act without signing in. A link's secret is never stored, only its hash.

pub(super) const SQL: &str = r"
create table link (
    id UUID primary key not null,
    purpose TEXT not null check (purpose in ('reply', 'not_received', 'resend')),
    token_hash TEXT not null,
    subject_kind TEXT not null,
    subject_id UUID not null,
    person_id UUID not null references person (id),
    created_at TIMESTAMPTZ not null,
    expires_at TIMESTAMPTZ not null,
    used_at TIMESTAMPTZ
);
create unique index link_token_hash_key on link (token_hash);
create index link_subject_idx on link (subject_kind, subject_id, purpose);
";
