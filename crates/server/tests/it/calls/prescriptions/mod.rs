//! The calls on prescriptions.

mod acknowledge;
mod cancel;
mod create;
mod draft;
mod fax;
mod lists;
mod medication_usage;
mod renewable;
mod set_pay;
mod sign;
mod trips;
mod update_status;
