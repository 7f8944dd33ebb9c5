//! The calls on people.

mod clinic;
mod health_doc;
mod patient_info;
mod patients;
mod person;
mod personal_info;
mod search;
