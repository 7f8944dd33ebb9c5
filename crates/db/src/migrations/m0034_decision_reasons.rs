// SPDX-License-Identifier: AGPL-3.0-or-later

//! Why a line was approved or rejected (decision 165): the code of a reason, whose plain-language sentence
//! the patient reads, and the doctor's own comment, for the record only. Older decisions have neither.

pub(super) const SQL: &str = r"
alter table medication add column reason_code TEXT;
alter table medication add column reason_text TEXT;
";
