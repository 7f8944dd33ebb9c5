// SPDX-License-Identifier: AGPL-3.0-or-later

//! The token of the run that holds a job. Jobs that were running have none: they are requeued when their lease
//! expires, as before.

pub(super) const SQL: &str = r"
alter table job add column lease UUID;
";
