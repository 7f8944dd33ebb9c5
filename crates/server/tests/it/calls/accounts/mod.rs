//! The calls on accounts.

mod activate;
mod authenticate;
mod register;
mod token;
mod verify_code;
