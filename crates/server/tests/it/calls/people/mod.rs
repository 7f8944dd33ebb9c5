// SPDX-License-Identifier: AGPL-3.0-or-later

//! Of the calls on people what renewals must be there for. The others are tested beside the crate of accounts.

mod clinic;
mod customer_service;
mod personal_info;
mod same_number;
