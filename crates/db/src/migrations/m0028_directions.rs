// SPDX-License-Identifier: AGPL-3.0-or-later

//! Additions to a change of a line: the doctor's reason why it may cover more than twelve months, and the
//! sentence about a typed total that the change removed.

pub(super) const SQL: &str = r"
alter table medication_change add column supply_reason TEXT;
alter table medication_change add column total_removed TEXT;
";
