//! Accounts of the staff, for administrators: who there is, what each may do, the numbers that stand on
//! claims and prescriptions, switching an account off and on, taking a second step away, and where
//! somebody is signed in. Nobody changes the own account here, so whoever acts stays an administrator and
//! there is always one. Each change is in the audit, and in words in the account's own history.
//! Deliberately not here: inviting somebody (invitations), and what people change about themselves.

mod change;
mod create_person;
mod dto;
mod numbers;
mod repo;
mod routes;
mod second_step;
mod sessions;
mod view;

pub(super) use repo::is_last_administrator;
pub(super) use routes::calls;
