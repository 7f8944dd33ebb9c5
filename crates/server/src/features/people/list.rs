//! The patients list and the patient search, both paged by key.

use salal_rules::search::fold;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use uuid::Uuid;

use super::wire::{
    DocumentNumber, PatientList, PatientListRecord, PatientPerson, PatientsQuery, PersonRef,
};
use crate::error::{Error, Result};

/// The columns the list may be sorted by; never the caller's text.
#[derive(Clone, Copy)]
enum Sort {
    Last,
    First,
    Joined,
}

impl Sort {
    fn column(self) -> &'static str {
        match self {
            Self::Last => "p.last_name",
            Self::First => "p.first_name",
            Self::Joined => "p.created_at",
        }
    }
}

#[derive(Debug, FromQueryResult)]
struct Found {
    account_id: Uuid,
    person_id: Uuid,
    email: String,
    created_at: chrono::DateTime<chrono::Utc>,
    first_name: String,
    last_name: String,
    date_of_birth: Option<chrono::NaiveDate>,
    number: Option<String>,
    pending: i64,
}

/// Everybody whose account is a living patient's: a deleted one is marked and hidden.
const PATIENTS: &str = "a.role = 'ROLE_PATIENT' AND a.disabled_at IS NULL";

const COLUMNS: &str = "a.id AS account_id, p.id AS person_id, a.email, p.created_at, p.first_name, p.last_name, \
    p.date_of_birth, (SELECT d.number FROM health_document d WHERE d.person_id = p.id AND d.retired_at IS NULL \
    ORDER BY d.position LIMIT 1) AS number, (SELECT COUNT(*) FROM prescription x WHERE x.person_id = p.id \
    AND x.status IN ('PENDING', 'ACKNOWLEDGED')) AS pending";

/// One page of the patients list.
pub(super) async fn patients(
    db: &impl ConnectionTrait,
    query: &PatientsQuery,
) -> Result<PatientList> {
    let limit = i64::from(query.limit.unwrap_or(10).clamp(1, 100));
    let sort = query.sort.as_deref().unwrap_or("last");
    let (down, name) = sort
        .strip_prefix('-')
        .map_or((false, sort), |name| (true, name));
    let sort = match name {
        "last" => Sort::Last,
        "first" => Sort::First,
        "joined" => Sort::Joined,
        _ => return Err(Error::field("sort", "Sort by last, first or joined.")),
    };
    let mut values: Vec<Value> = Vec::new();
    let mut filter = PATIENTS.to_owned();
    if let Some(text) = query.q.as_deref().filter(|text| !text.trim().is_empty()) {
        filter.push_str(&matching(text, &mut values)?);
    }
    let total = count(db, &filter, &values).await?;
    let order = if down { "DESC" } else { "ASC" };
    let column = sort.column();
    if let Some(cursor) = &query.cursor {
        let (person, sign) = (
            cursor
                .parse::<Uuid>()
                .map_err(|_| Error::malformed("The cursor cannot be read."))?,
            if down { "<" } else { ">" },
        );
        values.push(person.into());
        let at = values.len();
        let sub = column.replace("p.", "c.");
        filter.push_str(&format!(
            " AND ({column}, p.id) {sign} (SELECT {sub}, c.id FROM person c WHERE c.id = ${at})"
        ));
    }
    values.push((limit + 1).into());
    let sql = format!(
        "SELECT {COLUMNS} FROM person p JOIN account a ON a.person_id = p.id WHERE {filter} \
         ORDER BY {column} {order}, p.id {order} LIMIT ${}",
        values.len()
    );
    let mut found = Found::find_by_statement(Statement::from_sql_and_values(
        db.get_database_backend(),
        sql,
        values,
    ))
    .all(db)
    .await?;
    let more = i64::try_from(found.len()).unwrap_or(i64::MAX) > limit;
    found.truncate(usize::try_from(limit).unwrap_or(10));
    let next_cursor = found
        .last()
        .filter(|_| more)
        .map(|row| row.person_id.to_string());
    Ok(PatientList {
        items: found.into_iter().map(record).collect(),
        next_cursor,
        total,
    })
}

/// Patients whose name, e-mail or health number begins with, or holds, the key.
pub(super) async fn search(db: &impl ConnectionTrait, key: &str) -> Result<Vec<PatientListRecord>> {
    let mut values = Vec::new();
    let filter = matching(key, &mut values)?;
    let sql = format!(
        "SELECT {COLUMNS} FROM person p JOIN account a ON a.person_id = p.id WHERE {PATIENTS}{filter} \
         ORDER BY p.last_name, p.first_name, p.id LIMIT 20"
    );
    let found = Found::find_by_statement(Statement::from_sql_and_values(
        db.get_database_backend(),
        sql,
        values,
    ))
    .all(db)
    .await?;
    Ok(found.into_iter().map(record).collect())
}

/// Every word must stand in the name; or the whole in the e-mail; or the digits in a health number.
fn matching(text: &str, values: &mut Vec<Value>) -> Result<String> {
    let text = text.trim();
    if text.chars().count() < 3 {
        return Err(Error::field("q", "Type at least 3 characters."));
    }
    let escape = |part: &str| {
        part.replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_")
    };
    let mut bind = |pattern: String| {
        values.push(pattern.into());
        format!("${}", values.len())
    };
    let words: Vec<String> = fold(text)
        .split_whitespace()
        .map(|word| {
            format!(
                "p.name_folded LIKE {} ESCAPE '\\'",
                bind(format!("%{}%", escape(word)))
            )
        })
        .collect();
    let mut ways = Vec::new();
    if !words.is_empty() {
        ways.push(format!("({})", words.join(" AND ")));
    }
    ways.push(format!(
        "a.email_folded LIKE {} ESCAPE '\\'",
        bind(format!("%{}%", escape(&text.to_lowercase())))
    ));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if digits.len() >= 3 {
        ways.push(format!(
            "EXISTS (SELECT 1 FROM health_document h WHERE h.person_id = p.id AND h.retired_at IS NULL AND h.number_digits LIKE {})",
            bind(format!("%{digits}%"))
        ));
    }
    Ok(format!(" AND ({})", ways.join(" OR ")))
}

async fn count(db: &impl ConnectionTrait, filter: &str, values: &[Value]) -> Result<i64> {
    #[derive(FromQueryResult)]
    struct Count {
        n: i64,
    }
    let sql = format!(
        "SELECT COUNT(*) AS n FROM person p JOIN account a ON a.person_id = p.id WHERE {filter}"
    );
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values.to_vec());
    Ok(Count::find_by_statement(statement)
        .one(db)
        .await?
        .map(|count| count.n)
        .unwrap_or_default())
}

fn record(row: Found) -> PatientListRecord {
    PatientListRecord {
        id: row.account_id,
        email: row.email,
        created_at: row.created_at,
        person: PatientPerson {
            person: PersonRef {
                id: row.person_id,
                first_name: row.first_name,
                last_name: row.last_name,
            },
            date_of_birth: row.date_of_birth,
            health_documents: row
                .number
                .map(|number| DocumentNumber { number })
                .into_iter()
                .collect(),
        },
        pending: row.pending,
    }
}
