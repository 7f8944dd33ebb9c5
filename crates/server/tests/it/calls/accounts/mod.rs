// SPDX-License-Identifier: AGPL-3.0-or-later

//! Of the calls on accounts what renewals must be there for. The others are tested beside their crate.

mod credential;
mod sessions;
mod verify_code;
