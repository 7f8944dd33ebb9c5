// SPDX-License-Identifier: AGPL-3.0-or-later

//! Why a fee was returned, in the words of whoever returned it, or of the rule by which it went back by itself.

pub(super) const SQL: &str = r"
alter table refund add column why TEXT;
";
