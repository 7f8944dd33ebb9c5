// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on the trail, and its chain.

mod access_log;
mod chain;
mod search;
