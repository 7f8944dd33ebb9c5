//! The calls on what waits.

mod backup;
mod clinic_queue;
mod house;
mod other_work;
