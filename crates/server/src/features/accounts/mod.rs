//! Accounts: registration, activation, sign-in with its second step, sessions, lockout and codes;
//! recovery of a password, change of an e-mail address, invitations of office staff.
//! Deliberately not here: who a person is (people).

mod account_wire;
mod agents;
mod calls;
mod codes;
mod credentials;
mod email_change;
mod guard;
mod hand_over;
mod invitations;
mod office_wire;
mod own_sessions;
mod passwords;
mod recoveries;
mod recovery;
mod register;
pub(crate) mod rows;
mod sessions;
mod sign_in;
mod staff;
mod step_up;
mod store;
mod totp;
mod wire;

pub use calls::calls;
pub use passwords::hash as hash_password;
pub use sessions::{find as find_session, location_confirmed, of_headers as session_of_headers};
pub use sign_in::password_fits;
pub(crate) use store::{NewAccount, create as create_account};
pub use totp::new_secret as new_totp_secret;
