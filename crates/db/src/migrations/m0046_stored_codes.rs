// SPDX-License-Identifier: AGPL-3.0-or-later

//! The session that a stored second step was last used for, with which it ends. Those of before have none and end
//! by themselves within twelve hours.

pub(super) const SQL: &str = r"
alter table known_device add column session_id UUID references session (id);
create index known_device_session_idx on known_device (session_id);
";
