// SPDX-License-Identifier: AGPL-3.0-or-later

//! The ways to tamper, each with chance in it: a value, a row, an order, a part of the log, all of it. Not among them is
//! what leaves nothing to be found: to delete lines that were sealed after the last anchor together with everything
//! after them, or that have no position yet.

use chrono::{TimeDelta, Utc};
use rand::Rng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use salal_accounts::audit::entity::{audit, audit_head};
use salal_db::Engine;
use uuid::Uuid;

use super::forger::{self, Seal, digits};
use super::log::Rows;

type Tamper = fn(&mut Rows, &mut Vec<String>, &mut StdRng);

const TAMPERS: &[(&str, Tamper)] = &[
    ("a value of a line", value_of_a_line),
    ("a value of a position", value_of_a_position),
    ("a value of a statement", value_of_a_statement),
    ("a line deleted", delete_line),
    ("a position deleted", delete_position),
    ("a line deleted with its position", delete_both),
    ("statements deleted", delete_statements),
    ("a line inserted without a position", insert_aside),
    ("a line inserted at the end", insert_last),
    ("a line inserted in between", insert_between),
    ("a line duplicated", duplicate),
    ("two lines changed places", swap),
    ("times moved", move_times),
    ("the end cut off", cut_end),
    ("days cut out", cut_days),
    ("the chain sealed anew", seal_anew),
    ("everything sealed and signed anew", sign_anew),
    ("no name of a key", no_key_ids),
    ("other public keys", public_keys),
    ("a head of the first version", first_version),
    ("what is kept of a key", kept_of_a_key),
    ("the log up to the change of the key", before_the_change),
    ("all positions gone", |rows, _, _| rows.seals.clear()),
    ("all statements gone", |rows, _, _| rows.statements.clear()),
    ("positions and statements gone", |rows, _, _| {
        rows.seals.clear();
        rows.statements.clear();
    }),
    ("everything gone", |rows, _, _| {
        rows.lines.clear();
        rows.seals.clear();
        rows.statements.clear();
    }),
];

/// What only a database does that keeps every value in any form.
const FORMS: &[&str] = &[
    "UPDATE audit SET at = replace(at, 'T', ' ') WHERE id = (SELECT id FROM audit ORDER BY id LIMIT 1 OFFSET {n})",
    "UPDATE audit SET patient = CAST(patient AS TEXT) WHERE id = (SELECT id FROM audit WHERE patient IS NOT NULL \
     ORDER BY id LIMIT 1 OFFSET {n})",
    "UPDATE audit SET actor = CAST(actor AS TEXT) WHERE id = (SELECT id FROM audit WHERE actor IS NOT NULL \
     ORDER BY id LIMIT 1 OFFSET {n})",
    "UPDATE audit SET action = CAST(action AS BLOB) WHERE id = (SELECT id FROM audit ORDER BY id LIMIT 1 OFFSET {n})",
    "UPDATE audit SET at = 'yesterday' WHERE id = (SELECT id FROM audit ORDER BY id LIMIT 1 OFFSET {n})",
    "UPDATE audit_seal SET seq = 'x' || seq WHERE seq = {n} + 1",
    "UPDATE audit_seal SET seq = -seq WHERE seq = {n} + 1",
    "UPDATE audit_statement SET signed_at = 'then' WHERE number = {n} % 10 + 1",
];

/// What silences the log or opens it, without a row changed yet: of `SQLite`, and of `PostgreSQL`.
const PLANTED: &[(&str, &str)] = &[
    (
        "CREATE TRIGGER zz BEFORE INSERT ON audit BEGIN SELECT raise(ignore); END",
        "CREATE RULE zz AS ON INSERT TO audit DO INSTEAD NOTHING",
    ),
    (
        "CREATE TRIGGER zz BEFORE INSERT ON audit_statement BEGIN SELECT raise(ignore); END",
        "CREATE RULE zz AS ON INSERT TO audit_statement DO INSTEAD NOTHING",
    ),
    (
        "DROP TRIGGER audit_no_delete",
        "ALTER TABLE audit DISABLE TRIGGER audit_frozen",
    ),
    (
        "DROP TRIGGER audit_seal_no_update",
        "DROP TRIGGER audit_seal_frozen ON audit_seal",
    ),
];

/// One to three ways of tampering: what was done, the rows, and SQL to be run after them.
pub(super) fn some(
    rows: &Rows,
    engine: Engine,
    chance: &mut StdRng,
) -> (Vec<&'static str>, Rows, Vec<String>) {
    loop {
        let (mut done, mut changed, mut sql) = (Vec::new(), rows.clone(), Vec::new());
        if engine == Engine::Sqlite && chance.random_bool(0.05) {
            let form = FORMS.choose(chance).expect("one");
            let place = chance.random_range(0..15);
            sql.push(form.replace("{n}", &place.to_string()));
            return (vec![*form], changed, sql);
        }
        if chance.random_bool(0.05) {
            let (sqlite, postgres) = PLANTED.choose(chance).expect("one");
            let one = match engine {
                Engine::Sqlite => sqlite,
                Engine::Postgres => postgres,
            };
            return (vec![*one], changed, vec![(*one).to_owned()]);
        }
        let many = [1, 1, 1, 2, 2, 3].choose(chance).expect("one");
        for _ in 0..*many {
            let (name, tamper) = TAMPERS.choose(chance).expect("one");
            tamper(&mut changed, &mut sql, chance);
            done.push(*name);
        }
        // What a table refuses is no way to tamper with it.
        if changed != *rows && changed.is_stored() {
            return (done, changed, sql);
        }
    }
}

fn index(length: usize, chance: &mut StdRng) -> usize {
    chance.random_range(0..length.max(1))
}

fn moved(chance: &mut StdRng) -> TimeDelta {
    let seconds = chance.random_range(1..200_000);
    let way = if chance.random_bool(0.5) { 1 } else { -1 };
    TimeDelta::seconds(way * seconds)
}

fn value_of_a_line(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let place = index(rows.lines.len(), chance);
    let other = rows.lines.choose(chance).cloned();
    let (Some(line), Some(other)) = (rows.lines.get_mut(place), other) else {
        return;
    };
    match chance.random_range(0..16) {
        0 => line.id = Uuid::now_v7(),
        1 => line.at += moved(chance),
        2 => line.at += TimeDelta::microseconds(1),
        3 => line.actor = Some(Uuid::now_v7()),
        4 => line.actor = None,
        5 => line.actor_role.push('S'),
        6 => line.patient = other.patient,
        7 => line.patient = None,
        8 => line.action.push('/'),
        9 => line.object_kind = Some(digits(4, chance)),
        10 => line.object_id = other.object_id,
        11 => line.ip = format!("10.1.1.{}", chance.random_range(0..256)),
        12 => line.request_id.push(' '),
        13 => line.mac = None,
        14 => line.mac = Some(digits(32, chance)),
        _ => line.mac = other.mac,
    }
}

fn value_of_a_position(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let place = index(rows.seals.len(), chance);
    let other = rows.seals.choose(chance).cloned();
    let (Some(seal), Some(other)) = (rows.seals.get_mut(place), other) else {
        return;
    };
    match chance.random_range(0..7) {
        0 => seal.seq += 1_000,
        1 => seal.seq = -seal.seq - chance.random_range(0..1_000),
        2 => seal.audit_id = Uuid::now_v7(),
        3 => seal.hash = digits(64, chance),
        4 => seal.hash = other.hash,
        5 => seal.key_id = None,
        _ => seal.key_id = Some(digits(16, chance)),
    }
}

fn value_of_a_statement(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let place = index(rows.statements.len(), chance);
    let other = rows.statements.choose(chance).cloned();
    let (Some(one), Some(other)) = (rows.statements.get_mut(place), other) else {
        return;
    };
    match chance.random_range(0..10) {
        0 => one.number += 1_000,
        1 => one.day = other.day,
        2 => one.day = one.day.map(|day| day + moved(chance)),
        3 => one.seq = other.seq,
        4 => one.hash = digits(64, chance),
        5 => one.signed_at += moved(chance),
        6 => one.key_id = digits(16, chance),
        7 => one.follows = other.follows,
        8 => one.signature = other.signature,
        _ => one.public_key = digits(64, chance),
    }
}

/// A sealed one.
fn delete_line(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    if let Some(seal) = rows.seals.choose(chance) {
        let id = seal.audit_id;
        rows.lines.retain(|line| line.id != id);
    }
}

/// Before the last anchor: after it the line is sealed again, as it was.
fn delete_position(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let until = usize::try_from(rows.anchored()).unwrap_or_default();
    let place = index(until, chance);
    if place < rows.seals.len() {
        rows.seals.remove(place);
    }
}

fn delete_both(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let place = index(rows.seals.len().saturating_sub(1), chance);
    if place + 1 >= rows.seals.len() {
        return;
    }
    let id = rows.seals.remove(place).audit_id;
    rows.lines.retain(|line| line.id != id);
    match chance.random_range(0..3) {
        0 => {}
        1 => close_gap(rows, place),
        _ => forger::rewrite(rows, place, &Seal::some(rows, chance)),
    }
}

/// The positions after a deleted one move on by one.
fn close_gap(rows: &mut Rows, from: usize) {
    for seal in rows.seals.iter_mut().skip(from) {
        seal.seq -= 1;
    }
}

fn delete_statements(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    match chance.random_range(0..4) {
        0 => rows.statements.retain(|one| one.day.is_some()),
        1 => rows.statements.retain(|one| one.day.is_none()),
        2 => {
            let left = index(rows.statements.len(), chance);
            rows.statements.truncate(left);
        }
        _ => {
            let place = index(rows.statements.len(), chance);
            if place < rows.statements.len() {
                rows.statements.remove(place);
            }
        }
    }
}

/// A line that a forger invents, or copies with all that it says of itself.
fn invented(rows: &Rows, chance: &mut StdRng) -> Option<audit::Model> {
    let mut line = rows.lines.choose(chance)?.clone();
    line.id = Uuid::now_v7();
    match chance.random_range(0..4) {
        0 => line.mac = None,
        1 => line.mac = Some(digits(32, chance)),
        2 => Seal::some(rows, chance).write(&mut line),
        _ => {}
    }
    match chance.random_range(0..4) {
        // As the newest, back-dated, or of a time to come.
        0 | 1 => line.at = rows.lines.last().map_or(line.at, |last| last.at),
        2 if chance.random_bool(0.3) => {
            line.at -= TimeDelta::days(chance.random_range(22_000..90_000));
        }
        2 => line.at -= TimeDelta::days(chance.random_range(0..40)),
        _ => line.at += TimeDelta::days(chance.random_range(0..40)),
    }
    Some(line)
}

fn insert_aside(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let line = invented(rows, chance);
    rows.lines.extend(line);
}

fn insert_last(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let (Some(line), Some(last)) = (invented(rows, chance), rows.seals.last().cloned()) else {
        return;
    };
    let seal = Seal::some(rows, chance);
    rows.seals
        .push(seal.position(&last.hash, last.seq + 1, &line));
    rows.lines.push(line);
}

fn insert_between(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let place = index(rows.seals.len(), chance);
    let (Some(line), Some(there)) = (invented(rows, chance), rows.seals.get(place).cloned()) else {
        return;
    };
    let seal = Seal::some(rows, chance);
    for one in rows.seals.iter_mut().skip(place) {
        one.seq += 1;
    }
    let before = place
        .checked_sub(1)
        .map(|before| rows.seals[before].hash.clone());
    let one = seal.position(&before.unwrap_or_default(), there.seq, &line);
    rows.seals.insert(place, one);
    rows.lines.push(line);
    if chance.random_bool(0.5) {
        forger::rewrite(rows, place, &seal);
    }
}

fn duplicate(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let Some(mut line) = rows.lines.choose(chance).cloned() else {
        return;
    };
    line.id = Uuid::now_v7();
    rows.lines.push(line);
}

fn swap(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let (one, other) = (
        index(rows.seals.len(), chance),
        index(rows.seals.len(), chance),
    );
    if one == other || rows.seals.is_empty() {
        return;
    }
    let ids = (rows.seals[one].audit_id, rows.seals[other].audit_id);
    (rows.seals[one].audit_id, rows.seals[other].audit_id) = (ids.1, ids.0);
    if chance.random_bool(0.5) {
        forger::rewrite(rows, one.min(other), &Seal::some(rows, chance));
    }
}

fn move_times(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let (from, by) = (index(rows.lines.len(), chance), moved(chance));
    let many = 1 + index(8, chance);
    for line in rows.lines.iter_mut().skip(from).take(many) {
        line.at += by;
    }
}

/// Before the last anchor, with or without what was signed of it.
fn cut_end(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let until = usize::try_from(rows.anchored()).unwrap_or_default();
    let left = index(until, chance);
    let gone: Vec<Uuid> = rows
        .seals
        .iter()
        .skip(left)
        .map(|seal| seal.audit_id)
        .collect();
    rows.seals.truncate(left);
    if chance.random_bool(0.9) {
        rows.lines.retain(|line| !gone.contains(&line.id));
    }
    let end = rows.seals.last().map_or(0, |last| last.seq);
    if chance.random_bool(0.7) {
        rows.statements.retain(|one| one.seq <= end);
    }
}

fn cut_days(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let mut days: Vec<_> = rows.lines.iter().map(|line| line.at.date_naive()).collect();
    days.dedup();
    let Some(day) = days.choose(chance).copied() else {
        return;
    };
    let is_gone = |at: chrono::DateTime<Utc>| at.date_naive() == day;
    let gone: Vec<Uuid> = rows
        .lines
        .iter()
        .filter(|line| is_gone(line.at))
        .map(|line| line.id)
        .collect();
    rows.lines.retain(|line| !gone.contains(&line.id));
    rows.seals.retain(|seal| !gone.contains(&seal.audit_id));
    if chance.random_bool(0.6) {
        rows.statements.retain(|one| !is_gone(one.signed_at));
    }
    if chance.random_bool(0.6) {
        let seal = Seal::some(rows, chance);
        forger::rewrite(rows, 0, &seal);
    }
}

/// After a change, so that only the key is missing.
fn seal_anew(rows: &mut Rows, sql: &mut Vec<String>, chance: &mut StdRng) {
    let from = index(rows.seals.len(), chance);
    value_of_a_line(rows, sql, chance);
    let seal = Seal::some(rows, chance);
    if chance.random_bool(0.5) {
        for line in &mut rows.lines {
            seal.write(line);
        }
    }
    forger::rewrite(rows, from, &seal);
}

fn sign_anew(rows: &mut Rows, sql: &mut Vec<String>, chance: &mut StdRng) {
    if chance.random_bool(0.5) {
        cut_end(rows, sql, chance);
    } else {
        seal_anew(rows, sql, chance);
        forger::rewrite(rows, 0, &Seal::some(rows, chance));
    }
    let says_own_key = chance.random_bool(0.5);
    forger::sign(rows, says_own_key, chance);
}

fn no_key_ids(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let from = index(rows.seals.len(), chance);
    for seal in rows.seals.iter_mut().skip(from) {
        seal.key_id = None;
    }
}

fn public_keys(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let key = digits(64, chance);
    for one in &mut rows.statements {
        one.public_key.clone_from(&key);
    }
}

fn kept_of_a_key(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let Some(key) = rows.keys.first_mut() else {
        return;
    };
    match chance.random_range(0..5) {
        0 => rows.keys.clear(),
        1 => key.key_id = digits(16, chance),
        2 => key.sealed_with = digits(16, chance),
        3 => {
            let place = chance.random_range(20..key.sealed.len());
            let other = if key.sealed.as_bytes()[place] == b'A' {
                "B"
            } else {
                "A"
            };
            key.sealed.replace_range(place..=place, other);
        }
        _ => key.sealed = format!("v1.{}.{}", key.sealed_with, digits(200, chance)),
    }
}

/// Everything after it goes; what is left may be written anew, and so may what was signed of it.
fn before_the_change(rows: &mut Rows, sql: &mut Vec<String>, chance: &mut StdRng) {
    let first = rows.seals.first().and_then(|seal| seal.key_id.clone());
    let end = rows.seals.iter().position(|seal| seal.key_id != first);
    let Some(end) = end.filter(|end| *end > 0) else {
        return;
    };
    let gone: Vec<Uuid> = rows.seals.drain(end..).map(|seal| seal.audit_id).collect();
    rows.lines.retain(|line| !gone.contains(&line.id));
    let last = rows.seals.last().map_or(0, |last| last.seq);
    rows.statements.retain(|one| one.seq <= last);
    if chance.random_bool(0.5) {
        value_of_a_line(rows, sql, chance);
        forger::rewrite(rows, 0, &Seal::some(rows, chance));
        forger::sign(rows, true, chance);
    }
    if chance.random_bool(0.5) {
        rows.keys.clear();
    }
}

/// A signature of another kind in the place where earlier versions kept them.
fn first_version(rows: &mut Rows, _: &mut Vec<String>, chance: &mut StdRng) {
    let Some(one) = rows.statements.choose(chance) else {
        return;
    };
    rows.heads.push(audit_head::Model {
        day: one.signed_at.date_naive() - TimeDelta::days(chance.random_range(0..30)),
        seq: one.seq,
        hash: one.hash.clone(),
        signed_at: one.signed_at,
        signature: one.signature.clone(),
        public_key: one.public_key.clone(),
    });
    if chance.random_bool(0.5) {
        rows.statements.clear();
    }
    let mut days = std::collections::HashSet::new();
    rows.heads.retain(|head| days.insert(head.day));
}
