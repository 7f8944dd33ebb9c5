// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls that need no session.

mod country;
mod here;
mod options;
mod settings;
