// SPDX-License-Identifier: AGPL-3.0-or-later

//! Drugs: the catalogue, its import from Health Canada's register, manual overrides, type-ahead search, and
//! which drugs can be renewed. Not here: parsing the register's files, the search index and the filter rules
//! (`salal_domain::{drug_database, search, filters}`).
mod catalogue_cache;
mod dto;
pub mod entity;
mod facts;
mod filters;
mod import;
mod overrides;
mod repo;
mod routes;

pub use facts::{
    DrugFacts, DrugsPart, IngredientsPart, RulesPart, chosen_din, container, get_many, marks,
    rules_in_force, with_rules_at_hand,
};
pub use filters::{filter_of, filters_now, put_back_filters, take_in_filters};
pub use import::{
    Changes, FIRST_SAMPLE_CODE, Falling, NewBuild, Switched, id_of, import_records, is_empty,
    look_again, rebuild_index, switch,
};
pub use repo::ahfs_numbers::Learning;
pub use repo::{count_present, page_of};
pub use routes::routes;
