// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on pharmacies.

mod list;
mod multi_text_search;
