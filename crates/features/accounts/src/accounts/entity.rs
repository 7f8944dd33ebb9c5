// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of accounts: credentials, open sessions, codes, links and invitations that were sent, and
//! counters against guessing. Tokens and codes are stored as hashes only.

/// The credentials of one person.
pub mod account {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::accounts::account_dto::Theme;
    use crate::api::Role;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "account")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub email: String,
        /// In lower case: two accounts never share an address.
        pub email_folded: String,
        pub password_hash: String,
        pub role: Coded<Role>,
        pub is_admin: bool,
        pub activated_at: Option<DateTimeUtc>,
        /// Until when the last sign-in is hidden.
        pub hide_last_login_until: Option<DateTimeUtc>,
        /// The authenticator secret, encrypted.
        pub totp_sealed: Option<String>,
        pub totp_confirmed_at: Option<DateTimeUtc>,
        /// The last time step used: a code works once.
        pub totp_last_step: Option<i64>,
        pub disabled_at: Option<DateTimeUtc>,
        pub created_at: DateTimeUtc,
        pub theme: Coded<Theme>,
        /// Keyboard shortcuts are on.
        pub shortcuts: bool,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A signed-in session.
pub mod session {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "session")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        pub token_hash: String,
        /// Set for a session in a browser: its token is refused without the cookie.
        pub cookie_hash: Option<String>,
        pub created_at: DateTimeUtc,
        pub last_seen_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        pub ended_at: Option<DateTimeUtc>,
        pub ip: String,
        pub agent: String,
        pub location_confirmed_at: Option<DateTimeUtc>,
        /// When it was last given a new token.
        pub renewed_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A code sent to verify an address, a phone or a sign-in.
pub mod one_time_code {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::accounts::codes::PurposeKind;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "one_time_code")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        pub purpose: Coded<PurposeKind>,
        pub code_hash: String,
        /// What an email change verifies: `phone`, or the new address, normalized.
        pub target: Option<String>,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        pub tries: i64,
        pub used_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Attempts by key: a secret of an account at a place, or an address.
pub mod sign_in_guard {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sign_in_guard")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        pub failures: i64,
        pub last_failure_at: DateTimeUtc,
        pub locked_until: Option<DateTimeUtc>,
        /// How often it was locked lately: each lock is longer than the one before.
        pub locks: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A device whose second factor is remembered temporarily.
pub mod known_device {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "known_device")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        pub token_hash: String,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        /// The session it was last used for, with which it ends.
        pub session_id: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A browser that someone signed in with, remembered so that attempts there are counted apart. It opens
/// nothing.
pub mod sign_in_device {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sign_in_device")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        /// Hash of the cookie; people who share a browser share it.
        pub token_hash: String,
        pub created_at: DateTimeUtc,
        pub last_used_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        /// The address of the last sign-in, as limits count it.
        pub address_key: String,
        pub agent: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A successful sign-in, to be shown at the next one.
pub mod sign_in_record {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sign_in_record")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        pub at: DateTimeUtc,
        pub ip: String,
        pub city: Option<String>,
        pub region: Option<String>,
        pub country: Option<String>,
        /// The address as limits count it.
        pub address_key: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// An attempt to recover a password; without an account if nothing matched.
pub mod recovery {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "recovery")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// Hash of the opaque id given to the page.
        pub key_hash: String,
        /// Hash of the address that was entered.
        pub address_hash: String,
        pub ip: String,
        pub account_id: Option<Uuid>,
        /// Hash of the link in the email.
        pub token_hash: Option<String>,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        pub sent_at: Option<DateTimeUtc>,
        pub used_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The progress of an email change; one at a time per account.
pub mod email_change {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::accounts::email_change::Accepted;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "email_change")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account_id: Uuid,
        /// The session that began it; no other session may continue it.
        pub session_id: Uuid,
        /// The last accepted step.
        pub step: Coded<Accepted>,
        /// Hash of the accepted phone code.
        pub proof_hash: Option<String>,
        pub new_email: Option<String>,
        pub begun_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// An invitation to sign up as office staff.
pub mod invitation {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "invitation")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub email: String,
        pub email_folded: String,
        pub token_hash: String,
        /// The person who sent it.
        pub invited_by: Uuid,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        pub used_at: Option<DateTimeUtc>,
        /// The account created with it.
        pub used_by: Option<Uuid>,
        pub revoked_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A single-use sign-in from the partner clinic.
pub mod hand_over {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "hand_over")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        pub token_hash: String,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        pub used_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A change of a staff account, with its author; never changed afterwards.
pub mod account_change {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::accounts::staff::Changed;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "account_change")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        pub at: DateTimeUtc,
        pub by_person: Uuid,
        pub what: Coded<Changed>,
        pub was: String,
        pub became: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
