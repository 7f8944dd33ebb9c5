//! Why a patient needs a drug again that is asked for already or still lasts (decision 161): the words, and
//! which prescriptions stood against the line when they were given.

pub(super) const SQL: &str = r"
alter table medication add column again JSONB;
";
