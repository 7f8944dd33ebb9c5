//! What administrators changed of a drug by hand, apart from what Health Canada says, so that the next
//! import keeps it; and the answer to the offer of the default filters, which is asked for once.

pub(super) const SQL: &str = r"
create table drug_edit (
    drug_id UUID primary key not null references drug (id),
    code BIGINT not null,
    fields JSONB not null,
    register JSONB,
    edited_by UUID not null references person (id),
    edited_at TIMESTAMPTZ not null
);

create table filter_offer (
    id BIGINT primary key not null check (id = 1),
    accepted BOOLEAN not null,
    answered_by UUID not null references person (id),
    answered_at TIMESTAMPTZ not null
);
";
