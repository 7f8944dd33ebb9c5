// SPDX-License-Identifier: AGPL-3.0-or-later

//! Copies of a prescription: each is one signed sheet addressed to one pharmacy, faxed or on paper, and at
//! most one per prescription is not void. Earlier faxes and prints get their copies too. Stopped documents
//! are stored, so that nothing more of them is sent.

pub(super) const SQL: &str = r"
create table prescription_copy (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    person_id UUID not null references person (id),
    number BIGINT not null,
    document_id UUID not null references document (id),
    way TEXT not null check (way in ('fax', 'paper')),
    pharmacy JSONB not null,
    state TEXT not null check (state in ('live', 'delivered', 'failed', 'voiding', 'voided')),
    issued_by UUID not null references person (id),
    issued_at TIMESTAMPTZ not null,
    left_at TIMESTAMPTZ,
    delivered_at TIMESTAMPTZ,
    handed_how TEXT check (handed_how in ('patient', 'pharmacy', 'faxed')),
    handed_to TEXT,
    handed_at TIMESTAMPTZ,
    handed_by UUID references person (id),
    void_reason TEXT,
    void_words TEXT,
    void_how TEXT check (void_how in ('at_once', 'paper_kept', 'fax', 'phone')),
    void_by UUID references person (id),
    void_asked_at TIMESTAMPTZ,
    void_document_id UUID references document (id),
    void_fax_id UUID,
    told_name TEXT,
    told_at TIMESTAMPTZ,
    told_by UUID references person (id),
    voided_at TIMESTAMPTZ,
    version BIGINT not null,
    check ((state = 'voided') = (voided_at is not null)),
    check (state not in ('voiding', 'voided') or (void_reason is not null and void_by is not null))
);
create unique index prescription_copy_number_key on prescription_copy (prescription_id, number);
create unique index prescription_copy_in_force_key on prescription_copy (prescription_id)
    where voided_at is null;
create unique index prescription_copy_document_key on prescription_copy (document_id);
create index prescription_copy_person_idx on prescription_copy (person_id);

insert into prescription_copy (id, prescription_id, person_id, number, document_id, way, pharmacy, state,
    issued_by, issued_at, left_at, delivered_at, version)
select f.id, p.id, p.person_id, 1, f.document_id, 'fax', coalesce(p.dr_pharmacy, p.pharmacy),
    case when f.state = 'delivered' then 'delivered' when f.state = 'failed' then 'failed' else 'live' end,
    s.signed_by, f.queued_at, f.sent_at, f.delivered_at, 1
from fax f
join prescription p on p.id = f.subject_id
join signature s on s.document_id = f.document_id
where f.subject_kind = 'prescription'
    and f.copy_number = (select max(o.copy_number) from fax o
        where o.subject_kind = 'prescription' and o.subject_id = f.subject_id);

insert into prescription_copy (id, prescription_id, person_id, number, document_id, way, pharmacy, state,
    issued_by, issued_at, left_at, delivered_at, version)
select s.id, p.id, p.person_id, 1, s.document_id, 'paper', coalesce(p.dr_pharmacy, p.pharmacy), 'live',
    p.printed_by, p.printed_at, null, null, 1
from prescription p
join signature s on s.prescription_id = p.id and s.voided_at is null
where p.printed_at is not null and p.printed_by is not null
    and not exists (select 1 from prescription_copy c where c.prescription_id = p.id);

create table fax_stop (
    document_id UUID primary key not null references document (id),
    stopped_at TIMESTAMPTZ not null
);
";
