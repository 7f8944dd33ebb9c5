//! Accounts: registration, activation, sign-in with its second step, sessions, lockout and codes;
//! recovery of a password, change of an e-mail address, invitations of office staff.
//! Deliberately not here: who a person is (people).

mod account_dto;
mod user_agent;
mod routes;
mod codes;
mod credentials;
mod email_change;
mod guard;
mod partner_sso;
mod invitations;
mod office_dto;
mod own_sessions;
mod passwords;
mod recoveries;
mod recovery;
mod register;
pub(crate) mod entity;
mod sessions;
mod sign_in;
mod staff;
mod step_up;
mod repo;
mod totp;
mod dto;

pub use routes::routes;
pub use passwords::hash as hash_password;
pub use sessions::{find_session as find_session, location_confirmed, session_of_headers as session_of_headers};
pub use sign_in::password_fits;
pub(crate) use repo::{NewAccount, create as create_account};
pub use totp::new_secret as new_totp_secret;
