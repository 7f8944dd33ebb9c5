// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls of the four crates that all others stand on, one file a call, in folders by feature: accounts and the
//! audit, people, drugs, and what stands alone. Each runs on SQLite and on PostgreSQL, against a site of these crates,
//! with a database and a sandbox of its own. They are one program: each more costs a link and a template. Not here: what
//! must hold for all calls at once, and what renewals, messages or imports must be there for, which the server's tests
//! say.

use salal_harness as support;

mod accounts;
mod audit;
mod drugs;
mod medical_info;
mod office;
mod people;
mod pharmacies;
mod pharmanet;
mod presence;
mod reference_data;
mod suggestions;
mod tested;

use tested::TESTED;
