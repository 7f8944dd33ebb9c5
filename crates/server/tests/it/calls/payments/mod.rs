//! The calls on payments.

mod card_by_charge;
mod charge;
mod refund;
mod stripe_notice;
mod undo_refund;
