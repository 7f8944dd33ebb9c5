// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on prescriptions.

mod acknowledge;
mod again;
mod cancel;
mod create;
mod destination;
mod directions;
mod draft;
mod encounter;
mod exception;
mod fax;
mod free;
mod lists;
mod marks;
mod medication_usage;
mod name_pharmacy;
mod queue;
mod renewable;
mod set_pay;
mod sign;
mod staff_list;
mod statements;
mod update_status;
mod verify_number;
