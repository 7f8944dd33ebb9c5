// SPDX-License-Identifier: AGPL-3.0-or-later

//! What every table of an entity has beside its columns. A select of whole rows names all of them; to put that list
//! together anew for each select, to write it out and to take it apart was a tenth of the product's own work of making
//! the demo. So it is written out once for each table. Deliberately not here: what a select asks for, and any value.

use sea_orm::sea_query::Expr;
use sea_orm::{DbBackend, EntityTrait, QuerySelect, QueryTrait, Select};

/// Stands in the module of an entity. Its `find` and `find_by_id` take the place of the library's, with the same text.
///
/// A select of two entities' rows (`select_also`) names its columns one by one, and begins with the library's own
/// (`EntityTrait::find`).
#[macro_export]
macro_rules! table {
    () => {
        impl sea_orm::ActiveModelBehavior for ActiveModel {}

        impl Entity {
            /// Whole rows.
            pub fn find() -> sea_orm::Select<Self> {
                static SELECT: std::sync::OnceLock<sea_orm::Select<Entity>> =
                    std::sync::OnceLock::new();
                SELECT.get_or_init($crate::written_out).clone()
            }

            /// The whole row with this primary key.
            pub fn find_by_id<T>(key: T) -> sea_orm::Select<Self>
            where
                T: Into<
                    <<Self as sea_orm::EntityTrait>::PrimaryKey as sea_orm::PrimaryKeyTrait>::ValueType,
                >,
            {
                use sea_orm::sea_query::IntoValueTuple as _;
                use sea_orm::{ColumnTrait as _, Iterable as _, PrimaryKeyToColumn as _, QueryFilter as _};
                let columns = <Self as sea_orm::EntityTrait>::PrimaryKey::iter();
                columns
                    .zip(key.into().into_value_tuple())
                    .fold(Self::find(), |select, (column, value)| {
                        select.filter(column.into_column().eq(value))
                    })
            }
        }
    };
}

/// The library's select of whole rows, with its list of columns as one text. A column that the engines read in ways of
/// their own stays a list.
#[doc(hidden)]
pub fn written_out<E: EntityTrait>() -> Select<E> {
    let select = <E as EntityTrait>::find();
    let text = |backend| columns_of(&select.build(backend).sql).map(str::to_owned);
    let columns = text(DbBackend::Sqlite);
    match columns.filter(|_| text(DbBackend::Postgres) == text(DbBackend::Sqlite)) {
        Some(columns) => {
            // Once for each table, for as long as the process.
            let columns: &'static str = columns.leak();
            let mut select = select.select_only();
            QueryTrait::query(&mut select).expr(Expr::cust(columns));
            select
        }
        None => select,
    }
}

/// What stands between `SELECT` and `FROM`.
fn columns_of(sql: &str) -> Option<&str> {
    let (columns, _) = sql.strip_prefix("SELECT ")?.rsplit_once(" FROM ")?;
    Some(columns)
}
