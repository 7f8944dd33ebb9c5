// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pharmacies are found by postal code and telephone too, as they are folded from now on.

pub(super) const SQL: &str = r"
update pharmacy set folded = folded || ' ' || lower(postal_code) || ' ' || lower(replace(postal_code, ' ', ''))
where postal_code <> '';
update pharmacy set folded = folded || ' ' || replace(replace(phone, '-', ''), ' ', '') where phone <> '';
";
