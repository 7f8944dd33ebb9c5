// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of accounts: credentials, open sessions, codes, links and invitations that were sent, and
//! counters against guessing. Tokens and codes are stored as hashes only.

/// The credentials of one person.
pub(crate) mod account {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::api::Role;
    use crate::features::accounts::account_dto::Theme;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "account")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) email: String,
        /// In lower case: two accounts never share an address.
        pub(crate) email_folded: String,
        pub(crate) password_hash: String,
        pub(crate) role: Coded<Role>,
        pub(crate) is_admin: bool,
        pub(crate) activated_at: Option<DateTimeUtc>,
        /// Until when the last sign-in is hidden.
        pub(crate) hide_last_login_until: Option<DateTimeUtc>,
        /// The authenticator secret, encrypted.
        pub(crate) totp_sealed: Option<String>,
        pub(crate) totp_confirmed_at: Option<DateTimeUtc>,
        /// The last time step used: a code works once.
        pub(crate) totp_last_step: Option<i64>,
        pub(crate) disabled_at: Option<DateTimeUtc>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) theme: Coded<Theme>,
        /// Keyboard shortcuts are on.
        pub(crate) shortcuts: bool,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A signed-in session.
pub(crate) mod session {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "session")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) account_id: Uuid,
        pub(crate) token_hash: String,
        /// Set for a session in a browser: its token is refused without the cookie.
        pub(crate) cookie_hash: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) last_seen_at: DateTimeUtc,
        pub(crate) expires_at: DateTimeUtc,
        pub(crate) ended_at: Option<DateTimeUtc>,
        pub(crate) ip: String,
        pub(crate) agent: String,
        pub(crate) location_confirmed_at: Option<DateTimeUtc>,
        /// When it was last given a new token.
        pub(crate) renewed_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A code sent to verify an address, a phone or a sign-in.
pub(crate) mod one_time_code {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::accounts::codes::PurposeKind;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "one_time_code")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) account_id: Uuid,
        pub(crate) purpose: Coded<PurposeKind>,
        pub(crate) code_hash: String,
        /// What an email change verifies: `phone`, or the new address, normalized.
        pub(crate) target: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) expires_at: DateTimeUtc,
        pub(crate) tries: i64,
        pub(crate) used_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Attempts by key: a secret of an account at a place, or an address.
pub(crate) mod sign_in_guard {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sign_in_guard")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) key: String,
        pub(crate) failures: i64,
        pub(crate) last_failure_at: DateTimeUtc,
        pub(crate) locked_until: Option<DateTimeUtc>,
        /// How often it was locked lately: each lock is longer than the one before.
        pub(crate) locks: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A device whose second factor is remembered temporarily.
pub(crate) mod known_device {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "known_device")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) account_id: Uuid,
        pub(crate) token_hash: String,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) expires_at: DateTimeUtc,
        /// The session it was last used for, with which it ends.
        pub(crate) session_id: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A browser that someone signed in with, remembered so that attempts there are counted apart. It opens
/// nothing.
pub(crate) mod sign_in_device {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sign_in_device")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) account_id: Uuid,
        /// Hash of the cookie; people who share a browser share it.
        pub(crate) token_hash: String,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) last_used_at: DateTimeUtc,
        pub(crate) expires_at: DateTimeUtc,
        /// The address of the last sign-in, as limits count it.
        pub(crate) address_key: String,
        pub(crate) agent: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A successful sign-in, to be shown at the next one.
pub(crate) mod sign_in_record {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sign_in_record")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) account_id: Uuid,
        pub(crate) at: DateTimeUtc,
        pub(crate) ip: String,
        pub(crate) city: Option<String>,
        pub(crate) region: Option<String>,
        pub(crate) country: Option<String>,
        /// The address as limits count it.
        pub(crate) address_key: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An attempt to recover a password; without an account if nothing matched.
pub(crate) mod recovery {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "recovery")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// Hash of the opaque id given to the page.
        pub(crate) key_hash: String,
        /// Hash of the address that was entered.
        pub(crate) address_hash: String,
        pub(crate) ip: String,
        pub(crate) account_id: Option<Uuid>,
        /// Hash of the link in the email.
        pub(crate) token_hash: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) expires_at: DateTimeUtc,
        pub(crate) sent_at: Option<DateTimeUtc>,
        pub(crate) used_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The progress of an email change; one at a time per account.
pub(crate) mod email_change {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::accounts::email_change::Accepted;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "email_change")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) account_id: Uuid,
        /// The session that began it; no other session may continue it.
        pub(crate) session_id: Uuid,
        /// The last accepted step.
        pub(crate) step: Coded<Accepted>,
        /// Hash of the accepted phone code.
        pub(crate) proof_hash: Option<String>,
        pub(crate) new_email: Option<String>,
        pub(crate) begun_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An invitation to sign up as office staff.
pub(crate) mod invitation {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "invitation")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) email: String,
        pub(crate) email_folded: String,
        pub(crate) token_hash: String,
        /// The person who sent it.
        pub(crate) invited_by: Uuid,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) expires_at: DateTimeUtc,
        pub(crate) used_at: Option<DateTimeUtc>,
        /// The account created with it.
        pub(crate) used_by: Option<Uuid>,
        pub(crate) revoked_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A single-use sign-in from the partner clinic.
pub(crate) mod hand_over {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "hand_over")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) account_id: Uuid,
        pub(crate) token_hash: String,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) expires_at: DateTimeUtc,
        pub(crate) used_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A change of a staff account, with its author; never changed afterwards.
pub(crate) mod account_change {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::accounts::staff::Changed;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "account_change")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) account_id: Uuid,
        pub(crate) at: DateTimeUtc,
        pub(crate) by_person: Uuid,
        pub(crate) what: Coded<Changed>,
        pub(crate) was: String,
        pub(crate) became: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
