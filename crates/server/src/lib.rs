//! Salal's server: the API layer and its table of calls, the job queue, the features, and the program that
//! puts them together. Deliberately not here: rules (`salal-domain`), the database engines
//! (`salal-db`), page layout (`salal-documents`) and other companies' services (`salal-integrations`).

pub mod api;
pub mod app;
pub mod context;
pub mod crash;
pub mod demo;
pub mod documents;
pub mod error;
pub mod events;
pub mod features;
pub mod jobs;
pub mod notifications;
pub mod sandbox;
pub mod settings;
pub mod shell;
mod storage;
pub mod terminal;
