//! The table of the audit trail: who saw or changed which record. Rows are only ever added.

/// One line of the trail.
pub(crate) mod audit {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) at: DateTimeUtc,
        /// The account's person; none for the public and for jobs.
        pub(crate) actor: Option<Uuid>,
        pub(crate) actor_role: String,
        pub(crate) patient: Option<Uuid>,
        pub(crate) action: String,
        pub(crate) object_kind: Option<String>,
        pub(crate) object_id: Option<String>,
        pub(crate) ip: String,
        pub(crate) request_id: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
