// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a line of a remittance counts for in the sums of its month, stored when it is imported or assigned, when
//! the state of its bill before it is known. Earlier lines: a second payment of a bill as billed, and what a line
//! paid above its bill, stand apart. Lines that a person said belong to no bill are none of ours.

pub(super) const SQL: &str = r"
alter table remittance_line add column counted_paid_cents BIGINT not null default 0;
alter table remittance_line add column counted_refused_cents BIGINT not null default 0;
alter table remittance_line add column overpaid_cents BIGINT not null default 0;
update remittance_line set is_ours = false
    where is_claim and exception is not null and settled_at is not null and bill_id is null;
update remittance_line set counted_paid_cents = paid_cents where is_claim and is_ours and paid_cents is not null;
update remittance_line set counted_refused_cents = -paid_cents where is_claim and is_ours and paid_cents < 0;
update remittance_line set counted_refused_cents = bill_cents - coalesce(paid_cents, 0)
    where is_claim and is_ours and kind not in ('S01', 'S04') and bill_cents > coalesce(paid_cents, 0)
    and coalesce(paid_cents, 0) >= 0;
update remittance_line set overpaid_cents = paid_cents - bill_cents, counted_paid_cents = bill_cents
    where is_claim and is_ours and bill_cents >= 0 and paid_cents > bill_cents;
update remittance_line set overpaid_cents = paid_cents, counted_paid_cents = 0
    where is_claim and is_ours and kind = 'S01' and paid_cents > 0 and exists (
        select 1 from remittance_line earlier
        where earlier.bill_id = remittance_line.bill_id and earlier.kind = 'S01' and earlier.is_ours
        and earlier.paid_cents > 0 and earlier.ordinal < remittance_line.ordinal);
";
