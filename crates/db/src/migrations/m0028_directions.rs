//! What a change of a line carries beside the drug and the usage: why it may cover more than twelve months,
//! in the doctor's words, and the sentence about a typed total that the change removed.

pub(super) const SQL: &str = r"
alter table medication_change add column supply_reason TEXT;
alter table medication_change add column total_removed TEXT;
";
