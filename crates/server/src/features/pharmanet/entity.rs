//! The table of uses.

/// Somebody's credentials were opened, perhaps to look up a patient.
pub(crate) mod pharmanet_use {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "pharmanet_use")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) by_person: Uuid,
        pub(crate) session_id: Uuid,
        /// Whose number was looked up; none when the credentials alone were asked for.
        pub(crate) person_id: Option<Uuid>,
        pub(crate) at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
