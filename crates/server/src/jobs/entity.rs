//! The table of background jobs, queued in the transaction of the change that wants them, and the
//! services that are left in peace.

/// A piece of work to be done after the transaction that wanted it.
pub(crate) mod job {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "job")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) kind: String,
        /// A job with the same word is queued only once.
        pub(crate) dedupe: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) payload: Json,
        /// `queued`, `running`, `done` or `given_up`.
        pub(crate) state: String,
        pub(crate) run_at: DateTimeUtc,
        pub(crate) tries: i64,
        /// When a worker that has not reported is taken for lost.
        pub(crate) lease_until: Option<DateTimeUtc>,
        pub(crate) last_error: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) ended_at: Option<DateTimeUtc>,
        /// Whose record it is about, where the staff are to see it waiting.
        pub(crate) person_id: Option<Uuid>,
        /// Who of the staff gave it up.
        pub(crate) ended_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A service that did not answer, and until when it is left in peace.
pub(crate) mod service_rest {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "service_rest")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) service: String,
        pub(crate) failures: i64,
        pub(crate) since: DateTimeUtc,
        pub(crate) until: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
