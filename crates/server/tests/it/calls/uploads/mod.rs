// SPDX-License-Identifier: AGPL-3.0-or-later

//! The call on uploaded files.

mod attachment;
mod customer_service;
mod file;
mod waiting;
