//! The journey from request to delivered fax and refund, and what can go wrong on its way.

mod conflict;
mod crowd;
mod lost;
mod nodes;
mod refused;
mod renewal;
