// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who has which patient open now.

pub(super) const SQL: &str = r"
create table presence (
    patient_id UUID not null references person (id),
    staff_id UUID not null references person (id),
    since TIMESTAMPTZ not null,
    seen_at TIMESTAMPTZ not null,
    constraint presence_pkey primary key (patient_id, staff_id)
);
";
