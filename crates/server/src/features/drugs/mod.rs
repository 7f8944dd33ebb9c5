//! Drugs: the catalogue, its import from Health Canada's register, what is changed of it by hand, the
//! search as one types, and what may be refilled. Deliberately not here: reading the register's files,
//! the search index and the filter rules themselves (`salal_rules::{drug_database, search, filters}`).

mod calls;
mod facts;
mod filters;
mod hand;
mod import;
pub(crate) mod rows;
mod shelf;
mod store;
mod wire;

pub use calls::calls;
pub(crate) use facts::{DrugFacts, get_many, judge, marks};
pub use import::import_folder;
pub(crate) use import::{FIRST_SAMPLE_CODE, id_of, import_records, is_empty};
