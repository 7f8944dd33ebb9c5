// SPDX-License-Identifier: AGPL-3.0-or-later

//! Keeps the class filters complete when extracts lack AHFS numbers: the last known numbers of each drug
//! code, further ways in which a filter matches, and builds that stopped because a rule would match nothing.
//! Also the column names used to read a list, and extensions of telephone numbers.

pub(super) const SQL: &str = r"
create table drug_ahfs (
    code BIGINT not null,
    learned BIGINT not null,
    build_id UUID,
    numbers JSONB not null,
    primary key (code, learned)
);
create index drug_ahfs_build_idx on drug_ahfs (build_id);
insert into drug_ahfs (code, learned, numbers)
    select code, 0, ahfs_numbers from drug
    where ahfs_numbers <> '[]'
    and not exists (select 1 from drug_edit where drug_edit.drug_id = drug.id);
insert into drug_ahfs (code, learned, numbers)
    select drug_edit.code, 0, drug_edit.register -> 'tc_ahfs_numbers' from drug_edit
    where drug_edit.register is not null
    and drug_edit.register -> 'tc_ahfs_numbers' <> '[]';

alter table medication_filter add column also JSONB;

alter table data_import add column silent JSONB;
alter table data_import add column reason TEXT;
alter table data_import add column mapping JSONB;

alter table pharmacy add column phone_extension TEXT not null default '';
";
