//! The calls on the trail, and its chain.

mod access_log;
mod chain;
mod search;
