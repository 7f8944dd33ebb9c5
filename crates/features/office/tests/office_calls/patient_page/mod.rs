// SPDX-License-Identifier: AGPL-3.0-or-later

//! The call of the patient page.

mod page;
