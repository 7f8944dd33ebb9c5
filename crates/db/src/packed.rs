// SPDX-License-Identifier: AGPL-3.0-or-later

//! Many rows as one text: the database puts it together and one value is taken from its answer, where otherwise each
//! value of each row is. Only rows in the forms that this program stores are told so; any other is left to be read row
//! by row. Not here: what the values say.

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::{ConnectionTrait, DbErr, Statement, Value};
use uuid::Uuid;

use crate::connection::Connection;
use crate::engine::Engine;
use crate::forms::Form;

/// Between two values. A text that has it makes the number of values another one, which is seen.
const BETWEEN: char = '\u{1f}';
/// Before a text that may be null, so that an empty one is not.
const THERE: char = '+';
/// 2000-01-01, from which `PostgreSQL` counts, in microseconds since 1970.
const POSTGRES_BEGINS: i64 = 946_684_800_000_000;

/// A column of the rows.
#[derive(Clone, Copy, Debug)]
pub struct PackedColumn {
    name: &'static str,
    form: Form,
    may_be_null: bool,
}

impl PackedColumn {
    /// A column that always has a value.
    pub const fn of(name: &'static str, form: Form) -> Self {
        Self {
            name,
            form,
            may_be_null: false,
        }
    }

    /// A column that may be null.
    pub const fn nullable(name: &'static str, form: Form) -> Self {
        Self {
            name,
            form,
            may_be_null: true,
        }
    }

    /// The value as text; null as an empty one.
    fn text(self, engine: Engine) -> String {
        let name = self.name;
        match (self.form, engine) {
            (Form::Id, Engine::Sqlite) => format!("hex({name})"),
            (Form::Time, Engine::Postgres) => {
                format!(
                    "coalesce(pg_catalog.encode(pg_catalog.timestamptz_send({name}), 'hex'), '')"
                )
            }
            (Form::Text, _) if self.may_be_null => format!("coalesce('{THERE}' || {name}, '')"),
            (_, Engine::Postgres) => format!("coalesce({name}::text, '')"),
            (_, Engine::Sqlite) => format!("coalesce({name}, '')"),
        }
    }

    /// True for a value that is not told here.
    fn is_other(self, engine: Engine) -> String {
        let name = self.name;
        let other = match (self.form, engine) {
            (_, Engine::Postgres) => format!("{name} IS NULL"),
            (Form::Id, Engine::Sqlite) => {
                format!("(typeof({name}) <> 'blob' OR length({name}) <> 16)")
            }
            (Form::Text | Form::Time, Engine::Sqlite) => format!("typeof({name}) <> 'text'"),
            (Form::Number, Engine::Sqlite) => format!("typeof({name}) <> 'integer'"),
        };
        match (self.may_be_null, engine) {
            (false, _) => other,
            (true, Engine::Postgres) => "false".to_owned(),
            (true, Engine::Sqlite) => format!("({name} IS NOT NULL AND {other})"),
        }
    }
}

/// Rows that were read as one text.
#[derive(Debug)]
pub struct PackedRows {
    text: String,
    /// How many there are.
    pub rows: usize,
}

impl PackedRows {
    /// Reads rows: `from` is what follows the columns in a statement, with its order and its limit. `None` where one of
    /// them is not in the form in which this program stores it, or cannot be told so.
    pub async fn read(
        db: &Connection,
        columns: &[PackedColumn],
        from: &str,
        values: Vec<Value>,
    ) -> Result<Option<Self>, DbErr> {
        let engine = Engine::from_connection(db);
        let texts: Vec<String> = columns.iter().map(|one| one.text(engine)).collect();
        let others: Vec<String> = columns.iter().map(|one| one.is_other(engine)).collect();
        let (texts, others) = (texts.join(", "), others.join(" OR "));
        let sql = match engine {
            Engine::Sqlite => format!(
                "SELECT COUNT(*), COALESCE(SUM(other), 0), COALESCE(group_concat(line, char(31)), '') FROM (SELECT \
                 concat_ws(char(31), {texts}) AS line, ({others}) AS other {from})"
            ),
            Engine::Postgres => format!(
                "SELECT pg_catalog.count(*), pg_catalog.count(*) FILTER (WHERE other), \
                 COALESCE(pg_catalog.string_agg(line, pg_catalog.chr(31)), '') FROM (SELECT \
                 pg_catalog.concat_ws(pg_catalog.chr(31), {texts}) AS line, ({others}) AS other {from}) AS packed"
            ),
        };
        // PostgreSQL's own functions, by their whole name: of `concat_ws`, which takes anything, a function of the same
        // name with just these types would be taken first, and could say what it likes.
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
        let Some(row) = db.query_one_raw(statement).await? else {
            return Ok(None);
        };
        let (rows, other): (i64, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let (Ok(text), Ok(rows)) = (row.try_get_by_index::<String>(2), usize::try_from(rows))
        else {
            return Ok(None);
        };
        let found = if rows == 0 {
            0
        } else {
            text.matches(BETWEEN).count() + 1
        };
        let is_whole = other == 0 && found == rows * columns.len();
        Ok(is_whole.then_some(Self { text, rows }))
    }

    /// All values, row after row, in the order of the columns.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.text.split(BETWEEN)
    }
}

/// An id as it is packed; empty for null.
pub fn packed_id(text: &str) -> Option<Uuid> {
    Uuid::try_parse_ascii(text.as_bytes()).ok()
}

/// A text that may be null, as it is packed.
pub fn packed_text(text: &str) -> Option<&str> {
    text.strip_prefix(THERE)
}

/// A time as it is packed, to the microsecond. `None` for one that this program does not write.
pub fn packed_time(text: &str) -> Option<DateTime<Utc>> {
    let digits = text.as_bytes();
    if digits.len() == 16 && digits.iter().all(u8::is_ascii_hexdigit) {
        let since = u64::from_str_radix(text, 16).ok()?.cast_signed();
        return DateTime::from_timestamp_micros(since.checked_add(POSTGRES_BEGINS)?);
    }
    let number = |from: usize, until: usize| {
        let part = digits.get(from..until)?;
        part.iter().try_fold(0_u32, |sum, digit| {
            let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
            Some(sum * 10 + digit)
        })
    };
    let is_at = |place: usize, what: u8| digits.get(place) == Some(&what);
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    let end = digits.len().checked_sub(6)?;
    if end < 19
        || !marks.iter().all(|(place, mark)| is_at(*place, *mark))
        || &digits[end..] != b"+00:00"
    {
        return None;
    }
    let micros = match end - 19 {
        0 => 0,
        4 if is_at(19, b'.') => number(20, end).filter(|millis| *millis > 0)? * 1000,
        7 if is_at(19, b'.') => number(20, end).filter(|micros| micros % 1000 > 0)?,
        _ => return None,
    };
    let year = i32::try_from(number(0, 4)?).ok()?;
    let day = NaiveDate::from_ymd_opt(year, number(5, 7)?, number(8, 10)?)?;
    let time = day.and_hms_micro_opt(number(11, 13)?, number(14, 16)?, number(17, 19)?, micros)?;
    Some(time.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Db, on_both};

    const COLUMNS: [PackedColumn; 4] = [
        PackedColumn::of("id", Form::Id),
        PackedColumn::of("at", Form::Time),
        PackedColumn::nullable("who", Form::Id),
        PackedColumn::nullable("said", Form::Text),
    ];

    on_both!(rows_come_back_as_they_were_stored);

    async fn rows_come_back_as_they_were_stored(db: Db) {
        let (id, at) = (Uuid::now_v7(), "2026-03-01T08:09:10.000123+00:00");
        let at = at.parse::<DateTime<Utc>>().expect("a time");
        let whole = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");
        let rows = [
            (id, at, Some(Uuid::now_v7()), Some("one’s")),
            (Uuid::now_v7(), whole, None, Some("")),
            (Uuid::now_v7(), at, None, None),
        ];
        let (on, write) = (db.write().get_database_backend(), db.write());
        write
            .execute_unprepared(
                "CREATE TABLE packed (id UUID, at TIMESTAMPTZ, who UUID, said TEXT)",
            )
            .await
            .expect("a table");
        let insert = "INSERT INTO packed VALUES ($1, $2, $3, $4)";
        for (id, at, who, said) in rows {
            let values: [Value; 4] = [id.into(), at.into(), who.into(), said.into()];
            let one = Statement::from_sql_and_values(on, insert, values);
            write.execute_raw(one).await.expect("a row");
        }
        let from = "FROM packed WHERE id >= $1 ORDER BY id";
        let read = || PackedRows::read(db.read(), &COLUMNS, from, vec![id.into()]);
        let packed = read().await.expect("reads").expect("all in their form");
        assert_eq!(packed.rows, rows.len());
        let mut values = packed.values();
        for (id, at, who, said) in rows {
            let mut next = || values.next().expect("a value");
            assert_eq!(packed_id(next()), Some(id));
            assert_eq!(packed_time(next()), Some(at));
            assert_eq!((packed_id(next()), packed_text(next())), (who, said));
        }
        for said in ["two\u{1f}", "\u{1f}\u{1f}\u{1f}\u{1f}"] {
            let sql = "UPDATE packed SET said = $1";
            let change = Statement::from_sql_and_values(on, sql, [said.into()]);
            write.execute_raw(change).await.expect("changed");
            assert!(read().await.expect("reads").is_none(), "{said:?}");
        }
    }

    #[test]
    fn a_time_is_read_in_one_form_alone() {
        let fine = "2026-03-01T08:09:10.500+00:00";
        let half = packed_time(fine).expect("a time");
        assert_eq!(half.timestamp_subsec_micros(), 500_000);
        for other in [
            "2026-03-01T08:09:10.+00:00",
            "2026-03-01T08:09:10.1234567+00:00",
            "2026-03-01T08:09:10.000+00:00",
            "2026-03-01T08:09:10.5+00:00",
            "2026-03-01T08:09:10.500000+00:00",
            "2026-03-01T08:09:60+00:00",
            "2026-03-01T08:09:10+01:00",
            "2026-03-01 08:09:10+00:00",
            "2026-13-01T08:09:10+00:00",
            "2026-03-01T08:09:1é.5+00:00",
            "7fffffffffffffff",
            "",
        ] {
            assert_eq!(packed_time(other), None, "{other}");
        }
    }
}
