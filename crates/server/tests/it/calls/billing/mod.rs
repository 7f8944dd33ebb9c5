// SPDX-License-Identifier: AGPL-3.0-or-later

//! What billing has to do with the office; its calls are tested beside its crate.

mod remittances;
