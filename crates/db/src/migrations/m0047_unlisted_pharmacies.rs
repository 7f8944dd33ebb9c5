// SPDX-License-Identifier: AGPL-3.0-or-later

//! A request that is approved for a pharmacy that left the list is work of its own in the queue.

pub(super) const SQL: &str = r"
drop index prescription_work_idx;
drop index prescription_work_person_idx;
alter table prescription add column next_work TEXT
    check (next_work in ('review', 'send', 'fax', 'refund', 'pharmacy'));
update prescription set next_work = work where work is not null;
alter table prescription drop column work;
alter table prescription rename column next_work to work;
create index prescription_work_idx on prescription (pending_at, id) where work is not null;
create index prescription_work_person_idx on prescription (person_id) where work is not null;
";
