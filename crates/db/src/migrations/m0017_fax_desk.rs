// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fax queue: the label of a fax's subject, whether it needs attention, the cover sent with each attempt,
//! and the clarifications with the pharmacy. Background jobs store the patient they are about, so that staff
//! can see waiting ones, and service outages are stored for the staff as well. A chart requested at the
//! partner clinic is stored until its number is known.

pub(super) const SQL: &str = r"
alter table fax add column label TEXT not null default '';
alter table fax add column trouble BOOLEAN not null default false;
alter table fax add column transmitted_at TIMESTAMPTZ;
alter table fax add column confirmed_by UUID references person (id);
alter table fax add column confirmed_at TIMESTAMPTZ;
create index fax_desk_idx on fax (trouble, queued_at, id);
create index fax_queued_idx on fax (queued_at, id);

alter table fax_attempt add column cover_id UUID references document (id);

create table fax_clarification (
    id UUID primary key not null,
    fax_id UUID not null,
    subject_kind TEXT not null,
    subject_id UUID not null,
    person_id UUID not null references person (id),
    kind TEXT not null
        check (kind in ('called', 'faxed_back', 'we_called', 'answered', 'confirmed')),
    text TEXT not null,
    needs_doctor BOOLEAN not null,
    by_person UUID not null references person (id),
    at TIMESTAMPTZ not null
);
create index fax_clarification_subject_idx
    on fax_clarification (subject_kind, subject_id, at, id);
frozen fax_clarification;
create index fax_clarification_fax_idx on fax_clarification (fax_id);

alter table job add column person_id UUID;
alter table job add column ended_by UUID;
create index job_about_idx on job (kind, state, id) where person_id is not null;

create table service_rest (
    service TEXT primary key not null,
    failures BIGINT not null,
    since TIMESTAMPTZ not null,
    until TIMESTAMPTZ not null
);

create table chart_request (
    person_id UUID primary key not null references person (id),
    asked_at TIMESTAMPTZ not null,
    unknown BOOLEAN not null
);
";
