//! What a line keeps of its drug's classes is whole; a doctor's explicit act for a drug of a crossed-out
//! class, and the taking over of a colleague's decision, stand in the line's history; a drawing signs once.

pub(super) const SQL: &str = r"
alter table medication add column atc_numbers JSONB not null default '[]';
alter table medication_change add column reason_code TEXT;
alter table medication_change add column reason_text TEXT;
alter table medication_change add column taken_from UUID references person (id);
alter table signature add column ink_hash TEXT;
create unique index signature_ink_hash_key on signature (ink_hash);
";
