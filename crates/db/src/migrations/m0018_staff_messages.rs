// SPDX-License-Identifier: AGPL-3.0-or-later

//! Additions to messages for the staff's inbox: the clinic's reply templates, and that a bill was created for
//! a message's subject.

pub(super) const SQL: &str = r"
alter table message add column bill_id UUID;

create table message_template (
    id UUID primary key not null,
    name TEXT not null,
    name_folded TEXT not null,
    body TEXT not null,
    version BIGINT not null,
    created_at TIMESTAMPTZ not null,
    updated_at TIMESTAMPTZ not null,
    updated_by UUID not null references person (id)
);
create unique index message_template_name_key on message_template (name_folded);
";
