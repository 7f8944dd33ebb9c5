// SPDX-License-Identifier: AGPL-3.0-or-later

//! Remittances that are imported although they need attention: when and by whose decision a file that was set
//! aside was imported, and which lines are another payee's. Also who saw the patient, which is not always who
//! recorded the encounter.

pub(super) const SQL: &str = r"
alter table remittance_file add column taken_at TIMESTAMPTZ;
alter table remittance_file add column agreed_by UUID references person (id);
update remittance_file set taken_at = fetched_at where state = 'taken';
create index remittance_file_state_idx on remittance_file (state, fetched_at);
alter table remittance_line add column is_ours BOOLEAN not null default true;
alter table encounter add column seen_by UUID references person (id);
";
