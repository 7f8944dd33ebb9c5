// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on sleep studies.

mod cancel;
mod destination;
mod document;
mod fax;
mod free;
mod lists;
mod order;
mod preview;
mod receipt;
mod refund;
mod requester;
mod send;
mod set_pay;
mod sleep_clinic;
mod sleep_info;
mod statements;
mod update_status;
