// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on payments.

mod card_by_charge;
mod charge;
mod refund;
mod statements;
mod stripe_notice;
mod undo_refund;
