//! Operations: the job queue and system health, for administrators. It lists work that is waiting for the
//! partner clinic, why, and what can be done about it, and the state of the whole installation (`house`). It
//! never shows a payload. Deliberately not here: the work itself, which is each feature's.

mod clinic_queue;
mod dto;
pub(crate) mod entity;
pub mod health;
mod labels;
mod other_work;
mod routes;

pub use routes::routes;
