// SPDX-License-Identifier: AGPL-3.0-or-later

//! The services that do not respond, under the name that the rest of the program uses for them.

pub(super) const SQL: &str = r"
create table service_outage (
    service TEXT primary key not null,
    failures BIGINT not null,
    since TIMESTAMPTZ not null,
    until TIMESTAMPTZ not null
);
insert into service_outage (service, failures, since, until)
select service, failures, since, until from service_rest;
drop table service_rest;
";
