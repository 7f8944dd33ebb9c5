//! Why a line was approved or rejected (decision 165): the code of a reason, whose plain sentence the patient
//! reads, and the doctor's own words, which are for the record alone. Older decisions have neither.

pub(super) const SQL: &str = r"
alter table medication add column reason_code TEXT;
alter table medication add column reason_text TEXT;
";
