// SPDX-License-Identifier: AGPL-3.0-or-later

//! The review queue: the next action of a prescription and since when, which doctor has claimed a patient,
//! and the encounters recorded before an approval.

pub(super) const SQL: &str = r"
alter table prescription add column pending_at TIMESTAMPTZ;
alter table prescription add column work TEXT check (work in ('review', 'send', 'refund'));
update prescription set pending_at = (select min(at) from prescription_status
    where prescription_id = prescription.id and status = 'PENDING')
    where status not in ('CREATED', 'CANCELED');
update prescription set work = 'review' where status in ('PENDING', 'ACKNOWLEDGED');
update prescription set work = 'send' where status = 'APPROVED';
update prescription set work = 'refund' where status in ('REJECTED', 'FAXED')
    and exists (select 1 from medication
        where prescription_id = prescription.id and status = 'Rejected')
    and exists (select 1 from payment where subject_kind = 'prescription'
        and subject_id = prescription.id and state = 'charged')
    and not exists (select 1 from refund where subject_kind = 'prescription'
        and subject_id = prescription.id and state in ('intended', 'unknown', 'done'));
create index prescription_work_idx on prescription (pending_at, id) where work is not null;
create index prescription_work_person_idx on prescription (person_id) where work is not null;

create table queue_claim (
    person_id UUID primary key not null references person (id),
    claimed_by UUID not null references person (id),
    session_id UUID not null references session (id),
    claimed_at TIMESTAMPTZ not null,
    active_at TIMESTAMPTZ not null
);
create index queue_claim_active_idx on queue_claim (active_at);

create table encounter (
    id UUID primary key not null,
    prescription_id UUID not null references prescription (id),
    person_id UUID not null references person (id),
    kind TEXT not null check (kind in ('phone', 'msg', 'video')),
    started_at TIMESTAMPTZ not null,
    ended_at TIMESTAMPTZ not null,
    recorded_by UUID not null references person (id),
    recorded_at TIMESTAMPTZ not null
);
create index encounter_prescription_idx on encounter (prescription_id, started_at);
frozen encounter;
";
