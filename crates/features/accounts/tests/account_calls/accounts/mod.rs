// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on accounts.

mod activate;
mod authenticate;
mod change_email;
mod create_person;
mod credential;
mod hand_over;
mod own_account;
mod recovery;
mod register;
mod register_images;
mod rotated;
mod sessions;
mod staff;
mod text_messages;
mod token;
mod verify_code;
