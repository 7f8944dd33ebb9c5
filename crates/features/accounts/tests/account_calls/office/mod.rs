// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on invitations of office staff.

mod invitations;
mod register;
