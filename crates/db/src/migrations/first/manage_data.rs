// SPDX-License-Identifier: AGPL-3.0-or-later

//! Imported reference data: each import with its original files, its rows packed in chunks, and which import of
//! each resource is in force. An import takes effect by being named in `data_in_force`. What it removed is kept,
//! so that small steps add up, and so is what the terminal allowed to be removed.

pub(super) const SQL: &str = r"
create table data_import (
    id UUID primary key not null,
    kind TEXT not null check (kind in ('import', 'build', 'undo')),
    resource TEXT not null,
    state TEXT not null check (state in ('receiving', 'queued', 'running', 'done', 'failed', 'cancelled',
        'undone')),
    stage TEXT not null check (stage in ('received', 'checking', 'writing', 'switching', 'ended')),
    active BOOLEAN check (active),
    files JSONB not null,
    rows_total BIGINT not null,
    rows_done BIGINT not null,
    rows_skipped BIGINT not null,
    reasons JSONB not null,
    report JSONB not null,
    inputs JSONB not null,
    replaced JSONB not null,
    kept BOOLEAN not null,
    created_by UUID references person (id),
    created_at TIMESTAMPTZ not null,
    touched_at TIMESTAMPTZ not null,
    ended_at TIMESTAMPTZ,
    silent JSONB,
    reason TEXT,
    mapping JSONB,
    lost JSONB,
    accepts JSONB
);
create unique index data_import_active_key on data_import (active);
create index data_import_recent_idx on data_import (created_at, id);

create table data_piece (
    id UUID primary key not null,
    import_id UUID not null references data_import (id),
    file BIGINT not null,
    seq BIGINT not null,
    bytes BYTEA not null
);
create unique index data_piece_place_key on data_piece (import_id, file, seq);

create table data_chunk (
    id UUID primary key not null,
    import_id UUID not null references data_import (id),
    resource TEXT not null,
    part TEXT not null,
    first_row BIGINT not null,
    row_count BIGINT not null,
    bytes BYTEA not null
);
create index data_chunk_place_idx on data_chunk (import_id, resource, part, first_row);

create table data_in_force (
    id UUID primary key not null,
    resource TEXT not null,
    part TEXT not null,
    import_id UUID not null references data_import (id),
    row_count BIGINT not null
);
create unique index data_in_force_key on data_in_force (resource, part);
";
