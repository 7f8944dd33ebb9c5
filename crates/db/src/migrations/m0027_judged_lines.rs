// SPDX-License-Identifier: AGPL-3.0-or-later

//! Complete drug classes on each line; a doctor's explicit exception for a drug of a prohibited class, and
//! the take-over of a colleague's decision, in the line's history; a drawing signs once.

pub(super) const SQL: &str = r"
alter table medication add column atc_numbers JSONB not null default '[]';
alter table medication_change add column reason_code TEXT;
alter table medication_change add column reason_text TEXT;
alter table medication_change add column taken_from UUID references person (id);
alter table signature add column ink_hash TEXT;
create unique index signature_ink_hash_key on signature (ink_hash);
";
