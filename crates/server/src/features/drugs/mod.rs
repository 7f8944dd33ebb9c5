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
pub(crate) use filters::{filter_of, filters_now, put_back_filters, take_in_filters};
pub(crate) use import::{
    Changes, FIRST_SAMPLE_CODE, id_of, import_records, index_anew, is_empty, look_again, switch,
};
pub(crate) use store::{count_present, page_of};
