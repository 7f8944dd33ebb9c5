//! The call on the trail.

mod access_log;
