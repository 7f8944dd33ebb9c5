// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tables of the background jobs, which are queued in the transaction of the change that causes them, and of
//! service outages.

/// A background job, run after the transaction that queued it.
pub mod job {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::jobs::JobState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "job")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub kind: String,
        /// A job with the same key is queued only once.
        pub dedupe: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub payload: Json,
        pub state: Coded<JobState>,
        pub run_at: DateTimeUtc,
        pub tries: i64,
        /// Names the run that holds the job; a run with another token changes nothing.
        pub lease: Option<Uuid>,
        /// When a worker that has not reported is considered lost, by the database's clock.
        pub lease_until: Option<DateTimeUtc>,
        pub last_error: Option<String>,
        pub created_at: DateTimeUtc,
        pub ended_at: Option<DateTimeUtc>,
        /// The patient the job is about, for jobs that staff see in their queue.
        pub person_id: Option<Uuid>,
        /// The staff member who cancelled it.
        pub ended_by: Option<Uuid>,
        /// Since when it may run although effects are held after a restore.
        pub released_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A service that did not respond, and until when its jobs are paused.
pub mod service_outage {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "service_outage")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub service: String,
        pub failures: i64,
        pub since: DateTimeUtc,
        pub until: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
