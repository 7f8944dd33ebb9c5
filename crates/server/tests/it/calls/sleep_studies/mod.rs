// SPDX-License-Identifier: AGPL-3.0-or-later

//! Of the calls on sleep studies what renewals must be there for. The others are tested beside their crate.

mod set_pay;
