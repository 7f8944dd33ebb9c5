// SPDX-License-Identifier: AGPL-3.0-or-later

//! Why a patient needs a drug again that is already requested or should still last (decision 161): the
//! explanation, and the conflicting prescriptions at that time.

pub(super) const SQL: &str = r"
alter table medication add column again JSONB;
";
