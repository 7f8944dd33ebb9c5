// SPDX-License-Identifier: AGPL-3.0-or-later

//! A database that was restored from a copy. The copy is checked and made ready beside its place (`place`): every session
//! ends, numbers are moved on, and every effect outside is held, all in one transaction (`settle`). Then it takes its
//! place in one step, so that there is no database or a restored one that holds everything. What is held is listed and
//! released by a person (`held`), at the terminal and on the operations page.

mod books;
mod dto;
mod files;
mod held;
mod page;
mod place;
mod settle;

pub use books::take_over_entry_here;
pub(super) use books::{books, take_over_entry};
pub use held::{Held, count_of, release_all_here, release_here, status, take_over_here};
pub(super) use page::{release, release_all, show, take_over};
pub use place::{Copied, Faults, Source, copy_in, find_copy, identities, put_in_place};
pub use settle::{Settled, newest_record, put_files_back, settle, verify};
