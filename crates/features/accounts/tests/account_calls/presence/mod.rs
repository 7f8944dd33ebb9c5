// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on presence.

mod open_page;
