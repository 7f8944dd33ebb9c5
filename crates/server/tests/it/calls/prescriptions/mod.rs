//! The calls on prescriptions.

mod acknowledge;
mod cancel;
mod create;
mod draft;
mod encounter;
mod fax;
mod lists;
mod medication_usage;
mod queue;
mod renewable;
mod set_pay;
mod sign;
mod staff_list;
mod trips;
mod update_status;
