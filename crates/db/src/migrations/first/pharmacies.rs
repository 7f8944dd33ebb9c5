// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pharmacies. `folded` is what they are found by: name, place, postal code and telephone.

pub(super) const SQL: &str = r"
create table pharmacy (
    id UUID primary key not null,
    name TEXT not null,
    address TEXT not null,
    city TEXT not null,
    province TEXT not null,
    postal_code TEXT not null,
    phone TEXT not null,
    fax TEXT not null,
    folded TEXT not null,
    active BOOLEAN not null,
    phone_extension TEXT not null default ''
);
create index pharmacy_name_idx on pharmacy (name, id);
create index pharmacy_folded_idx on pharmacy (folded);
";
