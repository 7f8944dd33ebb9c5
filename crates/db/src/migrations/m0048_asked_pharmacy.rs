// SPDX-License-Identifier: AGPL-3.0-or-later

//! The pharmacy that a patient named after a fax failed, until a doctor issues the prescription again.

pub(super) const SQL: &str = r"
alter table prescription add column asked_pharmacy JSONB;
";
