// SPDX-License-Identifier: AGPL-3.0-or-later

//! A drawing from which points or strokes were removed, or to which some were added, is recognized by the
//! remaining positions; those of old drawings are computed with their shapes when the next prescription is
//! signed.

pub(super) const SQL: &str = r"
create table signature_place (
    place BIGINT not null,
    signature_id UUID not null references signature (id),
    primary key (place, signature_id)
);
update signature set ink_shape = null;
";
