// SPDX-License-Identifier: AGPL-3.0-or-later

//! Staff accounts, for administrators: the list of accounts, their rights, the numbers on claims and
//! prescriptions, disabling and enabling an account, resetting a second step, and open sessions. No one can
//! change their own account here, so there is always an administrator. Each change is in the audit log and,
//! as text, in the account's own history. Not here: inviting staff (invitations), and what people change
//! about themselves.

mod change;
mod create_person;
mod dto;
mod numbers;
mod repo;
mod routes;
mod second_step;
mod sessions;
mod view;

pub(super) use dto::Changed;
pub(super) use repo::{hold_administrators, is_last_administrator};
pub(super) use routes::calls;
