//! The calls on pharmacies.

mod list;
mod multi_text_search;
