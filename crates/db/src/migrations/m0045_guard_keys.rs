// SPDX-License-Identifier: AGPL-3.0-or-later

//! Counts of attempts named e-mail and network addresses in the open; their keys are keyed hashes now, which no
//! statement can compute. The counts of before are forgotten, and with them the locks that lasted.

pub(super) const SQL: &str = "
delete from sign_in_guard;
";
