// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payments, refunds with why they were made, and handled events of the payment services. The partial indexes
//! enforce the payment rules: one payment in force per subject, one refund per payment.

pub(super) const SQL: &str = r"
create table payment (
    id UUID primary key not null,
    subject_kind TEXT not null,
    subject_id UUID not null,
    person_id UUID not null references person (id),
    method TEXT not null check (method in ('card', 'wallet')),
    state TEXT not null check (state in ('ordered', 'intended', 'capturing', 'charged', 'unknown', 'declined',
        'failed')),
    amount_cents BIGINT not null check (amount_cents > 0),
    currency TEXT not null,
    token TEXT,
    provider_ref TEXT,
    capture_ref TEXT,
    card_brand TEXT,
    card_last4 TEXT,
    payer_given TEXT,
    payer_surname TEXT,
    decline_code TEXT,
    created_at TIMESTAMPTZ not null,
    charged_at TIMESTAMPTZ,
    version BIGINT not null
);
create index payment_subject_idx on payment (subject_kind, subject_id);
create index payment_person_idx on payment (person_id);
create unique index payment_in_force_key on payment (subject_kind, subject_id)
    where state in ('intended', 'capturing', 'charged', 'unknown');
create unique index payment_provider_ref_key on payment (provider_ref) where provider_ref is not null;
create index payment_open_idx on payment (created_at) where state in ('intended', 'capturing', 'unknown');
create index payment_charged_idx on payment (charged_at) where charged_at is not null;

create table refund (
    id UUID primary key not null,
    payment_id UUID not null references payment (id),
    subject_kind TEXT not null,
    subject_id UUID not null,
    amount_cents BIGINT not null check (amount_cents > 0),
    state TEXT not null check (state in ('intended', 'done', 'unknown', 'failed')),
    provider_ref TEXT,
    requested_by UUID not null references person (id),
    created_at TIMESTAMPTZ not null,
    refunded_at TIMESTAMPTZ,
    reason TEXT,
    why TEXT
);
create unique index refund_in_force_key on refund (payment_id) where state in ('intended', 'unknown', 'done');
create index refund_payment_idx on refund (payment_id);
create index refund_subject_idx on refund (subject_kind, subject_id);
create index refund_open_idx on refund (created_at) where state in ('intended', 'unknown');
create index refund_refunded_idx on refund (refunded_at) where refunded_at is not null;

create table provider_event (
    id TEXT primary key not null,
    service TEXT not null,
    at TIMESTAMPTZ not null
);
";
