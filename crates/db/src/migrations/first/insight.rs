// SPDX-License-Identifier: AGPL-3.0-or-later

//! The figures of each day, made once the day is over. Where the doctor is the nil id, they are those of all
//! doctors and of what no doctor had a part in.

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
";
