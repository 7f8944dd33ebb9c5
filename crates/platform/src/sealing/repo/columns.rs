// SPDX-License-Identifier: AGPL-3.0-or-later

//! The columns with sealed values, which their owners register: so that all of them can be counted by key and sealed
//! anew, whoever they belong to. Statements here name a table by its registration alone.

use salal_db::Connection;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, QueryResult, Statement, Value};
use uuid::Uuid;

use crate::error::Result;
use crate::hooks::Hook;
use crate::sealing::{KeyUse, Keyring, Place, Unopened, VERSION, header, keys};

/// How the value stands in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedForm {
    Text,
    Bytes,
    /// The only field of a job's payload; its place is named by the kind and the id of the job.
    JobPayload,
}

/// How the rows of a table are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowName {
    Id,
    Text,
}

/// What becomes of a value whose key is lost for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenLost {
    /// It stays, and cannot be opened.
    Kept,
    /// This is set, in SQL.
    Set(&'static str),
    /// The row is deleted.
    Deleted,
}

/// A column with sealed values.
#[derive(Clone, Copy, Debug)]
pub struct SealedColumn {
    /// What one is called, and several.
    pub called: (&'static str, &'static str),
    pub table: &'static str,
    pub key: &'static str,
    pub named_by: RowName,
    pub column: &'static str,
    pub form: SealedForm,
    pub what: KeyUse,
    /// Where to look, in SQL; empty for everywhere.
    pub among: &'static str,
    pub when_lost: WhenLost,
}

/// All columns with sealed values.
pub struct SealedColumns(pub Vec<SealedColumn>);

impl Hook for SealedColumns {
    const NAME: &'static str = "what is sealed";
}

/// A value as it is stored.
#[derive(Clone, Debug)]
pub(in crate::sealing) enum Stored {
    Text(String),
    Bytes(Vec<u8>),
}

impl Stored {
    fn value(&self) -> Value {
        match self {
            Self::Text(text) => text.as_str().into(),
            Self::Bytes(bytes) => bytes.clone().into(),
        }
    }
}

/// A row with a sealed value.
pub(in crate::sealing) struct Row {
    pub(in crate::sealing) key: Value,
    /// As its place names it.
    place: String,
    sealed: Stored,
}

/// How many values are sealed with a key; an empty name for the forms of earlier versions.
#[derive(Clone, Debug, FromQueryResult)]
pub(in crate::sealing) struct Count {
    pub(in crate::sealing) id: String,
    pub(in crate::sealing) number: i64,
}

impl SealedColumn {
    fn value(&self) -> String {
        match self.form {
            SealedForm::Text | SealedForm::Bytes => self.column.to_owned(),
            SealedForm::JobPayload => format!("{}->>'sealed'", self.column),
        }
    }

    fn as_stored(&self, text: &str) -> Stored {
        match self.form {
            SealedForm::Text | SealedForm::JobPayload => Stored::Text(text.to_owned()),
            SealedForm::Bytes => Stored::Bytes(text.as_bytes().to_vec()),
        }
    }

    fn condition(&self) -> String {
        let value = self.value();
        match self.among {
            "" => format!("{value} IS NOT NULL"),
            among => format!("{among} AND {value} IS NOT NULL"),
        }
    }

    /// The values that are not sealed with this key, from a row on.
    pub(in crate::sealing) async fn others(
        &self,
        db: &Connection,
        key: &str,
        after: Option<Value>,
        limit: u64,
    ) -> Result<Vec<Row>> {
        let header = self.as_stored(&header(key)).value();
        let (table, row, value, length) = (
            self.table,
            self.key,
            self.value(),
            VERSION.len() + keys::KEY_ID + 2,
        );
        let kind = match self.form {
            SealedForm::JobPayload => ", kind",
            SealedForm::Text | SealedForm::Bytes => "",
        };
        let from = after
            .as_ref()
            .map_or(String::new(), |_| format!(" AND {row} > $2"));
        let condition = self.condition();
        let sql = format!(
            "SELECT {row} AS row_key, {value} AS sealed{kind} FROM {table} WHERE {condition} \
             AND substr({value}, 1, {length}) <> $1{from} ORDER BY {row} LIMIT {limit}"
        );
        let values = std::iter::once(header).chain(after);
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
        let rows = db.query_all_raw(statement).await?;
        Ok(rows
            .iter()
            .map(|row| self.read(row))
            .collect::<Result<_, DbErr>>()?)
    }

    fn read(&self, row: &QueryResult) -> Result<Row, DbErr> {
        let (key, name): (Value, String) = match self.named_by {
            RowName::Id => {
                let id: Uuid = row.try_get("", "row_key")?;
                (id.into(), id.to_string())
            }
            RowName::Text => {
                let name: String = row.try_get("", "row_key")?;
                (name.as_str().into(), name)
            }
        };
        let sealed = match self.form {
            SealedForm::Text | SealedForm::JobPayload => Stored::Text(row.try_get("", "sealed")?),
            SealedForm::Bytes => Stored::Bytes(row.try_get("", "sealed")?),
        };
        let place = match self.form {
            SealedForm::JobPayload => {
                format!("{} {name}", row.try_get::<String>("", "kind")?)
            }
            SealedForm::Text | SealedForm::Bytes => name,
        };
        Ok(Row { key, place, sealed })
    }

    /// The value sealed anew with the first key.
    pub(in crate::sealing) fn anew(&self, keys: &Keyring, row: &Row) -> Result<Stored, Unopened> {
        let place = Place {
            table: self.table,
            column: self.column,
            row: &row.place,
        };
        Ok(match &row.sealed {
            Stored::Text(sealed) => {
                let opened = keys.open(self.what, place, sealed)?;
                Stored::Text(keys.seal(self.what, place, &opened))
            }
            Stored::Bytes(sealed) => {
                let opened = keys.open_bytes(self.what, place, sealed)?;
                Stored::Bytes(keys.seal_bytes(self.what, place, &opened))
            }
        })
    }

    /// Puts another value in the place of the one that was read; false when it is no longer there.
    pub(in crate::sealing) async fn replace(
        &self,
        db: &Connection,
        row: &Row,
        new: &Stored,
    ) -> Result<bool> {
        let (table, key, column, value) = (self.table, self.key, self.column, self.value());
        let new = match (self.form, new) {
            (SealedForm::JobPayload, Stored::Text(text)) => {
                serde_json::json!({ "sealed": text }).into()
            }
            (_, new) => new.value(),
        };
        let sql = format!("UPDATE {table} SET {column} = $1 WHERE {key} = $2 AND {value} = $3");
        let values = [new, row.key.clone(), row.sealed.value()];
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
        Ok(db.execute_raw(statement).await?.rows_affected() == 1)
    }

    /// How many values each key has sealed.
    pub(in crate::sealing) async fn counts(&self, db: &Connection) -> Result<Vec<Count>> {
        let (value, length) = (self.value(), VERSION.len() + 1);
        let id = format!("substr({value}, {}, {})", length + 1, keys::KEY_ID);
        let id = match self.form {
            SealedForm::Text | SealedForm::JobPayload => id,
            SealedForm::Bytes => salal_db::Engine::from_connection(db).bytes_as_text(&id),
        };
        let condition = self.condition();
        let table = self.table;
        let sql = format!(
            "SELECT id, COUNT(*) AS number FROM (SELECT CASE WHEN substr({value}, 1, {length}) = $1 THEN {id} ELSE '' \
             END AS id FROM {table} WHERE {condition}) named GROUP BY id ORDER BY id"
        );
        let version = self.as_stored(&format!("{VERSION}.")).value();
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [version]);
        Ok(Count::find_by_statement(statement).all(db).await?)
    }

    /// One of the values in the form of an earlier version that none of the keys opens.
    pub(in crate::sealing) async fn unopened_earlier(
        &self,
        db: &Connection,
        keys: &Keyring,
    ) -> Result<Option<Row>> {
        // What comes first may be strange; of a wrong key none of the first opens.
        const TRIED: u64 = 20;
        let rows = self.earlier(db, TRIED).await?;
        let opens = |row: &Row| self.anew(keys, row).is_ok();
        if rows.iter().any(opens) {
            return Ok(None);
        }
        Ok(rows.into_iter().next())
    }

    async fn earlier(&self, db: &Connection, limit: u64) -> Result<Vec<Row>> {
        let (table, row, value, length) = (self.table, self.key, self.value(), VERSION.len() + 1);
        let kind = match self.form {
            SealedForm::JobPayload => ", kind",
            SealedForm::Text | SealedForm::Bytes => "",
        };
        let condition = self.condition();
        let sql = format!(
            "SELECT {row} AS row_key, {value} AS sealed{kind} FROM {table} WHERE {condition} \
             AND substr({value}, 1, {length}) <> $1 ORDER BY {row} LIMIT {limit}"
        );
        let version = self.as_stored(&format!("{VERSION}.")).value();
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [version]);
        let rows = db.query_all_raw(statement).await?;
        Ok(rows
            .iter()
            .map(|row| self.read(row))
            .collect::<Result<_, DbErr>>()?)
    }

    /// Takes away what a lost key sealed, where the owner says how; an empty name for the forms of earlier versions.
    pub(in crate::sealing) async fn take_away(&self, db: &Connection, id: &str) -> Result<u64> {
        let (table, value, condition) = (self.table, self.value(), self.condition());
        let (start, length, is) = match id {
            "" => (format!("{VERSION}."), VERSION.len() + 1, "<>"),
            id => (header(id), VERSION.len() + keys::KEY_ID + 2, "="),
        };
        let change = match self.when_lost {
            WhenLost::Kept => return Ok(0),
            WhenLost::Set(set) => format!("UPDATE {table} SET {set}"),
            WhenLost::Deleted => format!("DELETE FROM {table}"),
        };
        let sql = format!("{change} WHERE {condition} AND substr({value}, 1, {length}) {is} $1");
        let start = self.as_stored(&start).value();
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [start]);
        Ok(db.execute_raw(statement).await?.rows_affected())
    }
}
