//! The calls on invitations of office staff.

mod invitations;
mod register;
