//! The calls on what waits.

mod clinic_queue;
