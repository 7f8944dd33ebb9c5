// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on people.

mod clinic;
mod customer_service;
mod health_doc;
mod other_province;
mod patient_info;
mod patients;
mod person;
mod personal_info;
mod search;
