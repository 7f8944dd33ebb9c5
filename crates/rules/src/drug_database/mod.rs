//! Health Canada's Drug Product Database: its record as this product keeps it.
//!
//! Nothing is downloaded and nothing is stored here.

mod record;

pub use record::{DrugRecord, Ingredient};
