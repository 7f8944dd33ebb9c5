//! The calls on people.

mod person;
