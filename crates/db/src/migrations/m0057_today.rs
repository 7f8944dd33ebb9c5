// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the first page of staff counts: when a request was decided, kept with the request, and indexes of exactly what
//! is counted.

pub(super) const SQL: &str = r"
alter table prescription add column decided_at TIMESTAMPTZ;
update prescription set decided_at = (
        select max(medication.decided_at) from medication where medication.prescription_id = prescription.id)
    where not exists (
        select 1 from medication where medication.prescription_id = prescription.id and medication.status is null);
create index prescription_pending_idx on prescription (pending_at) where pending_at is not null;
create index prescription_decided_idx on prescription (decided_at, pending_at) where decided_at is not null;
create index medication_decided_idx on medication (decided_by, decided_at) where decided_at is not null;
create index payment_open_idx on payment (created_at) where state in ('intended', 'capturing', 'unknown');
create index refund_open_idx on refund (created_at) where state in ('intended', 'unknown');
";
