// SPDX-License-Identifier: AGPL-3.0-or-later

//! The figures of each day, made once the day is over, and indexes of the events that they count. Where the doctor is
//! the nil id, they are those of all doctors and of what no doctor had a part in.

pub(super) const SQL: &str = r"
create table insight_day (
    payer TEXT not null,
    day DATE not null,
    doctor_id UUID not null,
    decided BIGINT not null,
    made_at TIMESTAMPTZ not null,
    figures TEXT not null,
    pharmacies TEXT not null,
    primary key (payer, day, doctor_id)
);
create index insight_day_doctor_idx on insight_day (doctor_id) where decided > 0;
create index payment_charged_idx on payment (charged_at) where charged_at is not null;
create index refund_refunded_idx on refund (refunded_at) where refunded_at is not null;
create index fax_attempt_ended_idx on fax_attempt (ended_at) where ended_at is not null;
create index bill_event_at_idx on bill_event (at);
create index bill_open_idx on bill (practitioner_id, state, amount_cents)
    where state not in ('paid', 'explained', 'changed');
create index message_begun_idx on message (created_at) where from_person = about_person;
create index message_reply_created_idx on message_reply (created_at);
";
