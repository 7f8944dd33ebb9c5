// SPDX-License-Identifier: AGPL-3.0-or-later

//! Verifies the whole audit log and reports tampering: `salal audit verify`. It changes nothing.

use chrono::TimeDelta;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Statement,
};
use std::collections::HashMap;

use super::chain::{self, BEGINNING, Signer};
use super::entity::{audit, audit_head, audit_seal};
use super::publish::Head;
use crate::context::Context;
use crate::error::Result;

/// Entries read at once.
const PAGE: u64 = 5_000;
/// An entry that is not in the chain after this time was inserted outside it.
const SEALED_WITHIN: TimeDelta = TimeDelta::minutes(10);
/// The maximum number of faults reported individually.
const TOLD: usize = 100;

/// The result of a verification.
#[derive(Debug, Default)]
pub struct Report {
    /// Entries in the chain.
    pub lines: i64,
    /// Signed heads, published ones included.
    pub heads: usize,
    /// Entries too recent to be in the chain.
    pub fresh: u64,
    /// What is wrong, and where; empty when the log is intact.
    pub faults: Vec<String>,
}

impl Report {
    fn fault(&mut self, what: String) {
        if self.faults.len() < TOLD {
            self.faults.push(what);
        }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verdict = match self.faults.len() {
            0 => "intact",
            _ => "NOT intact",
        };
        writeln!(
            f,
            "The audit log is {verdict}: {} lines in the chain, {} signed heads, {} lines not yet in the chain.",
            self.lines, self.heads, self.fresh
        )?;
        self.faults
            .iter()
            .try_for_each(|fault| writeln!(f, "{fault}"))
    }
}

/// Verifies every entry, position and head, and heads that were stored elsewhere.
pub async fn verify(ctx: &Context, published: &[Head]) -> Result<Report> {
    let db = ctx.db.read();
    let mut report = Report::default();
    let heads: Vec<Head> = audit_head::Entity::find()
        .order_by_asc(audit_head::Column::Seq)
        .all(db)
        .await?
        .iter()
        .map(Head::from)
        .chain(published.iter().cloned())
        .collect();
    report.heads = heads.len();
    let signer = Signer::new(ctx.settings.secrets.sealing_key.reveal())?;
    check_signatures(&heads, &signer.public_key(), &mut report);
    let mut at_head: HashMap<i64, String> = HashMap::new();
    let mut before = BEGINNING.to_owned();
    loop {
        let seals = audit_seal::Entity::find()
            .filter(audit_seal::Column::Seq.gt(report.lines))
            .order_by_asc(audit_seal::Column::Seq)
            .limit(PAGE)
            .all(db)
            .await?;
        if seals.is_empty() {
            break;
        }
        let ids = seals.iter().map(|seal| seal.audit_id);
        let lines: HashMap<_, _> = audit::Entity::find()
            .filter(audit::Column::Id.is_in(ids))
            .all(db)
            .await?
            .into_iter()
            .map(|line| (line.id, line))
            .collect();
        for seal in seals {
            check_line(&seal, lines.get(&seal.audit_id), &before, &mut report)?;
            if heads.iter().any(|head| head.seq == seal.seq) {
                at_head.insert(seal.seq, seal.hash.clone());
            }
            // Later entries are checked against the stored hash, so that one fault is reported once.
            before.clone_from(&seal.hash);
            report.lines = seal.seq;
        }
    }
    for head in &heads {
        match at_head.get(&head.seq) {
            Some(hash) if *hash == head.hash => {}
            Some(_) => report.fault(format!(
                "The chain up to line {} differs from the one signed for {}: it was rewritten.",
                head.seq, head.day
            )),
            None => report.fault(format!(
                "Line {} was signed for {} and is missing; the chain ends at line {}: it was cut off.",
                head.seq, head.day, report.lines
            )),
        }
    }
    look_aside(ctx, &mut report).await?;
    Ok(report)
}

fn check_signatures(heads: &[Head], key: &str, report: &mut Report) {
    for head in heads {
        let statement = chain::statement(head.day, head.seq, &head.hash);
        if head.public_key != key || !chain::signed(&head.public_key, &statement, &head.signature) {
            report.fault(format!(
                "The head of {} is not signed by this deployment.",
                head.day
            ));
        }
    }
}

fn check_line(
    seal: &audit_seal::Model,
    line: Option<&audit::Model>,
    before: &str,
    report: &mut Report,
) -> Result<()> {
    if seal.seq != report.lines + 1 {
        report.fault(format!(
            "Lines {} to {} are missing from the chain.",
            report.lines + 1,
            seal.seq - 1
        ));
    }
    match line {
        None => report.fault(format!(
            "Line {}: its record {} was deleted.",
            seal.seq, seal.audit_id
        )),
        Some(line) if chain::hash(before, seal.seq, line)? != seal.hash => report.fault(format!(
            "Line {} ({}, record {}): it was changed or moved.",
            seal.seq,
            line.at.format("%Y-%m-%d %H:%M:%S UTC"),
            line.id
        )),
        Some(_) => {}
    }
    Ok(())
}

/// Entries outside the chain: recent ones wait to be sealed, old ones were inserted outside it.
async fn look_aside(ctx: &Context, report: &mut Report) -> Result<()> {
    #[derive(FromQueryResult)]
    struct Aside {
        n: i64,
    }
    let db = ctx.db.read();
    let all = audit::Entity::find().count(db).await?;
    let sealed = audit_seal::Entity::find().count(db).await?;
    let newest = super::seal::newest(db).await?;
    let last = match newest {
        Some(seal) => audit::Entity::find_by_id(seal.audit_id).one(db).await?,
        None => None,
    };
    let Some(last) = last else {
        report.fresh = all.saturating_sub(sealed);
        return Ok(());
    };
    let sql = "SELECT COUNT(*) AS n FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id \
               WHERE s.audit_id IS NULL AND a.at < $1";
    let values = [(last.at - SEALED_WITHIN).into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let old = match db.query_one_raw(statement).await? {
        Some(row) => Aside::from_query_result(&row, "")?.n,
        None => 0,
    };
    if old > 0 {
        report.fault(format!(
            "{old} records are older than the end of the chain and not in it: they were inserted later."
        ));
    }
    let fresh = audit::Entity::find()
        .filter(audit::Column::At.gte(last.at - SEALED_WITHIN))
        .filter(
            audit::Column::Id.not_in_subquery(
                sea_orm::sea_query::Query::select()
                    .column(audit_seal::Column::AuditId)
                    .from(audit_seal::Entity)
                    .to_owned(),
            ),
        )
        .count(db)
        .await?;
    report.fresh = fresh;
    Ok(())
}
