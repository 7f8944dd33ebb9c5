//! The calls on accounts.

mod activate;
mod authenticate;
mod change_email;
mod credential;
mod hand_over;
mod own_account;
mod recovery;
mod register;
mod register_images;
mod sessions;
mod token;
mod verify_code;
