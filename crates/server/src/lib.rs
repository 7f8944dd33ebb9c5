//! Salal's server: the door and its table of calls, the job queue, the features, and the program that
//! puts them together. Deliberately not here: rules (`salal-rules`), the database engines
//! (`salal-db`), page layout (`salal-documents`) and other companies' services (`salal-outside`).

pub mod app;
pub mod terminal;
pub mod context;
pub mod crash;
pub mod demo;
pub mod documents;
pub mod api;
pub mod error;
pub mod events;
pub mod features;
pub mod jobs;
pub mod notifications;
pub mod sandbox;
pub mod settings;
pub mod shell;
mod storage;
