// SPDX-License-Identifier: AGPL-3.0-or-later

//! What examinations of the installation found, and who was told; and when each place was looked at.

pub(super) const SQL: &str = r"
create table alert (
    place TEXT not null,
    code TEXT not null,
    area TEXT not null,
    level TEXT not null,
    text TEXT not null,
    since TIMESTAMPTZ not null,
    seen_at TIMESTAMPTZ not null,
    told_at TIMESTAMPTZ,
    primary key (place, code)
);
create table alert_look (
    place TEXT primary key not null,
    at TIMESTAMPTZ not null
);
";
