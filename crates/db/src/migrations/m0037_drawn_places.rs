//! A drawing of which points or strokes were taken out or added is known again by the places that are left;
//! those of old drawings are reckoned together with their shapes when the next prescription is signed.

pub(super) const SQL: &str = r"
create table signature_place (
    place BIGINT not null,
    signature_id UUID not null references signature (id),
    primary key (place, signature_id)
);
update signature set ink_shape = null;
";
