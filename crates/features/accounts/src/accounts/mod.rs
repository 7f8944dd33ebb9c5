// SPDX-License-Identifier: AGPL-3.0-or-later

//! Accounts: registration, activation, two-step sign-in, sessions, lockout and codes; password recovery,
//! email change, and invitations of office staff. Not here: who a person is (people).

mod account_dto;
mod administrator;
mod codes;
mod credentials;
mod devices;
mod dto;
mod email_change;
pub mod entity;
mod guard;
mod invitations;
mod kept_sessions;
mod lookups;
mod office_dto;
mod own_sessions;
mod partner_sso;
mod passwords;
mod places;
mod recoveries;
mod recovery;
mod register;
mod repo;
mod restored;
pub mod retention;
mod routes;
mod security;
mod sessions;
mod sign_in;
mod staff;
mod step_up;
mod totp;
mod user_agent;

pub use administrator::{NewAdministrator, make as make_administrator};
pub use lookups::{
    addresses, is_open, is_staff, role_of, select_account, select_open, select_staff, with_role,
};
pub use passwords::hash as hash_password;
pub use repo::{NewAccount, create as create_account};
pub(crate) use restored::end_sign_ins;
pub use routes::routes;
pub use sessions::{find_session, session_of_headers, time_left};
pub use step_up::{prove_password, refuse_while_locked};
pub use totp::SECRETS as SEALED;
pub use totp::new_secret as new_totp_secret;
