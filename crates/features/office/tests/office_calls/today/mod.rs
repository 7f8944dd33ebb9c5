// SPDX-License-Identifier: AGPL-3.0-or-later

//! The call of the first page of doctors and office staff.

mod page;
