// SPDX-License-Identifier: AGPL-3.0-or-later

//! Prescriptions of different patients no longer wait for one another's number.

pub(super) const SQL: &str = r"
numbered prescription from 20001;
";

#[cfg(test)]
mod tests {
    use sea_orm::sea_query::{Alias, Query};
    use sea_orm::{ConnectionTrait, Statement};
    use sea_orm_migration::MigratorTrait;

    use crate::migrations::{self, Migrator};
    use crate::testing::{self, Postgres};
    use crate::{Db, DbSettings, Series, next_number};

    async fn next(db: &Db) -> i64 {
        let mut nobody = Query::select();
        nobody.column(Alias::new("id")).from(Alias::new("person"));
        let on = db.write();
        let next = next_number(db.engine(), Series::PRESCRIPTION, nobody);
        let row = on.query_one_raw(next).await.unwrap().unwrap();
        row.try_get("", "value").unwrap()
    }

    /// A clinic whose last prescription is 20,345.
    async fn upgraded(url: &str) -> Db {
        let db = Db::open(url, &DbSettings::default()).await.unwrap();
        let names = migrations::names();
        let own = names.iter().position(|name| name.starts_with("m0056"));
        let before = db.begin().await.unwrap();
        Migrator::up(
            before.inner().unwrap(),
            Some(u32::try_from(own.unwrap()).unwrap()),
        )
        .await
        .unwrap();
        let sql = "INSERT INTO counter (name, value) VALUES ('prescription', 20345)";
        let statement = Statement::from_string(before.get_database_backend(), sql);
        before.execute_raw(statement).await.unwrap();
        before.commit().await.unwrap();
        db.migrate().await.unwrap();
        db
    }

    #[tokio::test]
    async fn numbers_go_on_after_the_last_one_that_was_given() {
        let url = Postgres::shared().create_database().await;
        let name = format!("salal-upgrade-{}", uuid::Uuid::new_v4().simple());
        let folder = std::env::temp_dir().join(name);
        let file = format!("sqlite://{}?mode=rwc", folder.join("salal.db").display());
        for url in [url, file] {
            let db = upgraded(&url).await;
            assert_eq!((next(&db).await, next(&db).await), (20_346, 20_347));
            db.close().await;
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test]
    async fn a_new_clinic_begins_with_the_first_number() {
        let (file, server) = (testing::sqlite().await, testing::postgres().await);
        for database in [file, server] {
            assert_eq!(next(&database.db).await, 20_001);
        }
    }
}
