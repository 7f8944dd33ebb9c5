// SPDX-License-Identifier: AGPL-3.0-or-later

//! How requests were decided, faxed and paid, by the day: for doctors and administrators, as a page, as tables for a
//! spreadsheet and as a report. Counts without names; a number that could name a patient is not told.

mod dto;
pub mod entity;
mod figures;
mod gather;
mod load;
mod mask;
mod page;
mod period;
mod repo;
mod report;
mod routes;
mod summary;
mod tables;
mod view;

pub use report::{MonthReport, report_of_month};
pub use routes::routes;
pub use summary::{Job, catch_up, jobs, keep_summarized};
