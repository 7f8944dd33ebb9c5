// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on medical information.

mod read;
mod save;
mod update;
