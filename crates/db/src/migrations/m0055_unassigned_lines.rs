// SPDX-License-Identifier: AGPL-3.0-or-later

//! What lines paid that are assigned to no bill stands apart until a person reviews them, and no bill is paid less than
//! nothing.

pub(super) const SQL: &str = r"
update remittance_line set overpaid_cents = coalesce(paid_cents, 0), counted_paid_cents = 0, counted_refused_cents = 0
    where is_claim and is_ours and bill_id is null;
update bill set paid_cents = 0 where paid_cents < 0;
";
