//! The calls on what waits.

mod clinic_queue;
mod other_work;
