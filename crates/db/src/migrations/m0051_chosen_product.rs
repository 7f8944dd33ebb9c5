// SPDX-License-Identifier: AGPL-3.0-or-later

//! The container that the register names (pen, cartridge, vial), and the DIN where one product was chosen:
//! both are printed as they were when the drug was chosen. Null on lines of before.

pub(super) const SQL: &str = r"
alter table medication_change add column container TEXT;
alter table medication_change add column din TEXT;
";
