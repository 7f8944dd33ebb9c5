// SPDX-License-Identifier: AGPL-3.0-or-later

//! The journey from request to delivered fax and refund, and what can go wrong on its way; and the program
//! at the terminal.

#[path = "../../../../../proof/security/secrets_at_rest.rs"]
mod at_rest;
mod away;
mod cancelled_fees;
mod commands;
mod concurrency;
mod conflict;
mod crowd;
mod demo;
mod doubted_fax;
mod enclosed;
mod every_alert;
mod failed_fax;
mod guessing;
mod history;
#[path = "../../../../../proof/security/master_keys.rs"]
mod keys;
mod leases;
mod lost;
mod nodes;
mod on_call;
mod on_call_hangs;
mod on_call_lost;
mod refused;
mod refused_log;
mod renewal;
mod restore_attacked;
mod restored;
mod restored_elsewhere;
mod security_events;
mod stopped;
#[path = "../../kill/store.rs"]
#[expect(dead_code, reason = "the program `kill` uses the rest")]
mod store;
mod tags;
mod traces;
mod void;
