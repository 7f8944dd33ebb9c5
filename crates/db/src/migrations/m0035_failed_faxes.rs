// SPDX-License-Identifier: AGPL-3.0-or-later

//! A failed fax is separate work in the review queue, with the time since when, including existing ones;
//! paper that is not accounted for is work again; inbox messages about such work are settled with it; and
//! verified fax numbers.

pub(super) const SQL: &str = r"
drop index prescription_work_idx;
drop index prescription_work_person_idx;
alter table prescription add column next_work TEXT check (next_work in ('review', 'send', 'fax', 'refund'));
alter table prescription add column work_since TIMESTAMPTZ;
update prescription set next_work = work, work_since = pending_at where work is not null;
update prescription set next_work = 'send', work_since = printed_at
where id in (select prescription_id from prescription_copy where way = 'paper' and state = 'live');
update prescription set next_work = 'fax', work_since = (select max(coalesce(f.sent_at, f.queued_at)) from fax f
    where f.subject_kind = 'prescription' and f.subject_id = prescription.id)
where id in (select c.prescription_id from prescription_copy c
    join fax f on f.document_id = c.document_id and f.subject_kind = 'prescription'
    where c.voided_at is null and f.trouble);
alter table prescription drop column work;
alter table prescription rename column next_work to work;
create index prescription_work_idx on prescription (pending_at, id) where work is not null;
create index prescription_work_person_idx on prescription (person_id) where work is not null;

alter table message add column tells_of TEXT check (tells_of in ('review', 'fax'));
alter table message add column settled_at TIMESTAMPTZ;

create table verified_number (
    number TEXT not null,
    name_folded TEXT not null,
    how TEXT not null check (how in ('machine', 'phone')),
    verified_by UUID references person (id),
    verified_at TIMESTAMPTZ not null,
    primary key (number, name_folded),
    check (how = 'machine' or verified_by is not null)
);
";
