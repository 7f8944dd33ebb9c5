// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tables of the background jobs, which are queued in the transaction of the change that causes them, and of
//! service outages.

/// A background job, run after the transaction that queued it.
pub(crate) mod job {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::jobs::JobState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "job")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) kind: String,
        /// A job with the same key is queued only once.
        pub(crate) dedupe: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) payload: Json,
        pub(crate) state: Coded<JobState>,
        pub(crate) run_at: DateTimeUtc,
        pub(crate) tries: i64,
        /// Names the run that holds the job; a run with another token changes nothing.
        pub(crate) lease: Option<Uuid>,
        /// When a worker that has not reported is considered lost, by the database's clock.
        pub(crate) lease_until: Option<DateTimeUtc>,
        pub(crate) last_error: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) ended_at: Option<DateTimeUtc>,
        /// The patient the job is about, for jobs that staff see in their queue.
        pub(crate) person_id: Option<Uuid>,
        /// The staff member who cancelled it.
        pub(crate) ended_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A service that did not respond, and until when its jobs are paused.
pub(crate) mod service_outage {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "service_outage")]
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
