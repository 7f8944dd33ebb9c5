// SPDX-License-Identifier: AGPL-3.0-or-later

//! Manual overrides of drugs by administrators, stored separately from Health Canada's data, so that the next
//! import keeps them; and the answer to the one-time offer of the default filters.

pub(super) const SQL: &str = r"
create table drug_edit (
    drug_id UUID primary key not null references drug (id),
    code BIGINT not null,
    fields JSONB not null,
    register JSONB,
    edited_by UUID not null references person (id),
    edited_at TIMESTAMPTZ not null
);

create table filter_offer (
    id BIGINT primary key not null check (id = 1),
    accepted BOOLEAN not null,
    answered_by UUID not null references person (id),
    answered_at TIMESTAMPTZ not null
);
";
