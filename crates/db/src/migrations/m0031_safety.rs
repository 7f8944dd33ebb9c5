// SPDX-License-Identifier: AGPL-3.0-or-later

//! The imported tables of the safety marks; and the marks shown when a doctor decided a line with the
//! decision, which is never changed.

pub(super) const SQL: &str = r"
create table safety_table (
    id UUID primary key not null,
    version TEXT not null,
    content JSONB not null,
    row_count BIGINT not null,
    imported_at TIMESTAMPTZ not null
);

create index safety_table_imported_idx on safety_table (imported_at);

create table decision_mark (
    id UUID primary key not null,
    medication_id UUID not null references medication (id),
    prescription_id UUID not null references prescription (id),
    decision TEXT not null check (decision in ('Approved', 'Rejected', 'Undone')),
    marks JSONB not null,
    opened BOOLEAN not null,
    tables_version TEXT not null,
    decided_by UUID not null references person (id),
    decided_at TIMESTAMPTZ not null
);

create index decision_mark_prescription_idx on decision_mark (prescription_id);

frozen decision_mark;
";
