// SPDX-License-Identifier: AGPL-3.0-or-later

//! Metrics for the operator's monitoring. Every exported name stands in one table (`table`) with its kind, unit, text,
//! labels and buckets, and can be recorded through that table alone. No label ever holds a person, an id or a text of
//! somebody else: labels are words of the program. Not here: how they are served, which is in `salal_site`, and what
//! the database says of the installation, which the feature `operations` measures.

mod kinds;
mod process;
mod table;

pub use kinds::{Counter, Exported, Figure, Gauge, Histogram, Kind, Unit, describe_all};
pub use process::measure_process;
pub use table::*;
