// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lines of remittances are found by the sequence number of their claim: by a search, and to know whether a held
//! claim was decided since.

pub(super) const SQL: &str = r"
create index remittance_line_sequence_idx on remittance_line (sequence);
";
