//! Teleplan, the province's claims system: the records that go to it, the answers and the remittance files that
//! come back, and its published lists (reference teleplan). What may be billed is `salal_domain::billing`.

pub mod answer;
pub mod claims;
pub mod codes;
pub mod columns;
pub mod lists;
pub mod remittance;
