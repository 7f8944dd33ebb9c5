// SPDX-License-Identifier: AGPL-3.0-or-later

//! Loads the figures of a period: the stored days, and those that are not stored, counted from the records. A handful
//! of statements, however long the period.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use futures_util::future::{BoxFuture, try_join_all};
use salal_db::Connection;
use salal_formats::days::vancouver_day;
use uuid::Uuid;

use super::figures::{Cell, EVERYONE, Figures, Payers, Pharmacies};
use super::gather::{self, Day};
use super::period::{Asked, Period};
use super::repo;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_clinic::billing::{self, OpenClaims};
use salal_people::people;
use salal_reference::pharmacies::{self, PharmacyView};

/// Days that are counted from the records at most; the nightly job makes the others.
const MOST_LIVE: usize = 8;
/// Pharmacies that are listed.
pub(super) const MOST_PHARMACIES: usize = 100;

/// Figures of what is asked for, and of all payers: they differ when one payer is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Pair {
    pub(super) own: Figures,
    pub(super) whole: Figures,
}

impl Pair {
    fn add(&mut self, payers: Payers, own: Payers, figures: &Figures) {
        if payers == own {
            self.own.merge(figures);
        }
        if payers == Payers::All {
            self.whole.merge(figures);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.own.merge(&other.own);
        self.whole.merge(&other.whole);
    }
}

/// What was found of a period.
pub(super) struct Loaded {
    pub(super) asked: Asked,
    pub(super) missing_days: usize,
    pub(super) total: Pair,
    pub(super) before: Option<Pair>,
    pub(super) days: BTreeMap<NaiveDate, Pair>,
    pub(super) by_doctor: BTreeMap<Uuid, Pair>,
    /// As asked for, and of all payers.
    pub(super) pharmacies: (Pharmacies, Pharmacies),
    pub(super) doctors: Vec<Uuid>,
    pub(super) names: HashMap<Uuid, String>,
    pub(super) open_claims: Vec<OpenClaims>,
    pub(super) last_answer: Option<DateTime<Utc>>,
    pub(super) refusal_words: HashMap<String, String>,
    /// By fax number.
    pub(super) listed: HashMap<String, PharmacyView>,
}

/// What does not depend on the period.
struct Standing {
    stored: Option<Period>,
    doctors: Vec<Uuid>,
    open_claims: Vec<OpenClaims>,
    last_answer: Option<DateTime<Utc>>,
}

async fn standing(ctx: &Context) -> Result<Standing> {
    let reads = ctx.db.side_by_side();
    let db: &Connection = &reads;
    let parts: BoxFuture<'_, Result<Standing>> = Box::pin(async move {
        let (stored, doctors, open_claims, last_answer) = tokio::try_join!(
            repo::extent(db),
            repo::doctors(db),
            billing::open_claims(db),
            billing::last_answer(db),
        )?;
        Ok(Standing {
            stored,
            doctors,
            open_claims,
            last_answer,
        })
    });
    reads.run(parts).await
}

/// Reads in a task of its own: a year of stored days takes longer to unpack than to fetch, and there is more than one
/// processor.
async fn apart<T, F>(ctx: &Context, payers: &[Payers], read: F) -> Result<T>
where
    T: Send + 'static,
    F: for<'a> FnOnce(&'a Connection, &'a [Payers]) -> BoxFuture<'a, Result<T>> + Send + 'static,
{
    let (ctx, payers) = (ctx.clone(), payers.to_vec());
    let read = tokio::spawn(async move { read(ctx.db.read(), &payers).await });
    read.await.map_err(Error::broken)?
}

/// The stored figures of a period.
struct Stored {
    /// With those of the period before where it is asked for.
    days: Vec<(Payers, NaiveDate, Figures)>,
    by_doctor: Vec<(Payers, Uuid, Figures)>,
    /// As asked for, and of all payers where one is asked for.
    pharmacies: (Pharmacies, Pharmacies),
}

async fn read_stored(ctx: &Context, asked: Asked, whole: Period) -> Result<Stored> {
    let own = asked.payer.into();
    let mut payers = vec![Payers::All, own];
    payers.dedup();
    let days = apart(ctx, &payers, move |db, payers| {
        Box::pin(repo::days(db, payers, asked.doctor, whole))
    });
    let by_doctor = apart(ctx, &payers, move |db, payers| {
        Box::pin(repo::by_doctor(db, payers, asked.doctor, asked.period))
    });
    let pharmacies = apart(ctx, &payers, move |db, payers| {
        Box::pin(repo::pharmacies(
            db,
            payers,
            own,
            asked.doctor,
            asked.period,
        ))
    });
    let (days, by_doctor, pharmacies) = tokio::try_join!(days, by_doctor, pharmacies)?;
    Ok(Stored {
        days,
        by_doctor,
        pharmacies,
    })
}

/// The days of a period that are counted from the records, and how many others are missing.
async fn not_stored(
    ctx: &Context,
    stored: Option<Period>,
    wanted: Period,
) -> Result<(Vec<NaiveDate>, usize)> {
    let first = match stored {
        Some(stored) => stored.to.succ_opt(),
        None => gather::first_day(ctx.db.read()).await?,
    };
    let Some(first) = first else {
        return Ok((Vec::new(), 0));
    };
    let days: Vec<NaiveDate> = wanted.days().filter(|day| *day >= first).collect();
    let missing = days.len().saturating_sub(MOST_LIVE);
    Ok((days[missing..].to_vec(), missing))
}

async fn count_live(ctx: &Context, days: &[NaiveDate]) -> Result<Vec<(NaiveDate, Day)>> {
    if days.is_empty() {
        return Ok(Vec::new());
    }
    let reads = ctx.db.side_by_side();
    let db: &Connection = &reads;
    let counted = days.iter().map(|day| gather::of_day(db, ctx, *day));
    let parts: BoxFuture<'_, Result<Vec<Day>>> = Box::pin(try_join_all(counted));
    let counted = reads.run(parts).await?;
    Ok(days.iter().copied().zip(counted).collect())
}

/// Everything of a period.
pub(super) async fn load(ctx: &Context, asked: Asked) -> Result<Loaded> {
    let standing = standing(ctx).await?;
    let before = asked.compare.then(|| asked.period.before());
    let whole = Period {
        from: before.map_or(asked.period.from, |before| before.from),
        to: asked.period.to,
    };
    let (live, missing_days) = not_stored(ctx, standing.stored, whole).await?;
    let mut loaded = Loaded {
        asked,
        missing_days,
        total: Pair::default(),
        before: before.map(|_| Pair::default()),
        days: BTreeMap::new(),
        by_doctor: BTreeMap::new(),
        pharmacies: (Pharmacies::default(), Pharmacies::default()),
        doctors: standing.doctors,
        names: HashMap::new(),
        open_claims: standing.open_claims,
        last_answer: standing.last_answer,
        refusal_words: HashMap::new(),
        listed: HashMap::new(),
    };
    let (stored, counted) =
        tokio::try_join!(read_stored(ctx, asked, whole), count_live(ctx, &live))?;
    loaded.add_stored(stored);
    for (day, counted) in counted {
        loaded.add_live(day, &counted)?;
    }
    loaded.sum_up();
    loaded.name(ctx).await?;
    Ok(loaded)
}

impl Loaded {
    fn payers(&self) -> Payers {
        self.asked.payer.into()
    }

    fn add_stored(&mut self, stored: Stored) {
        let own = self.payers();
        for (of, day, figures) in stored.days {
            self.days.entry(day).or_default().add(of, own, &figures);
        }
        for (of, doctor, figures) in stored.by_doctor {
            let pair = self.by_doctor.entry(doctor).or_default();
            pair.add(of, own, &figures);
        }
        self.pharmacies = stored.pharmacies;
    }

    fn add_pharmacies(&mut self, of: Payers, written: &str) -> Result<()> {
        let unreadable = || Error::broken("the stored faxes of a day cannot be read");
        if of == self.payers() {
            let own = self.pharmacies.0.merge_written(written, true);
            own.ok_or_else(unreadable)?;
        }
        if of == Payers::All && self.asked.payer.is_some() {
            let whole = self.pharmacies.1.merge_written(written, false);
            whole.ok_or_else(unreadable)?;
        }
        Ok(())
    }

    fn add_live(&mut self, day: NaiveDate, counted: &Day) -> Result<()> {
        let own = self.payers();
        for (
            (of, doctor),
            Cell {
                figures,
                pharmacies,
            },
        ) in &counted.cells.0
        {
            if *of != Payers::All && *of != own {
                continue;
            }
            let is_within = self.asked.period.has(day);
            if *doctor == self.asked.doctor.unwrap_or(EVERYONE) {
                self.days.entry(day).or_default().add(*of, own, figures);
                if is_within {
                    self.add_pharmacies(*of, &pharmacies.written())?;
                }
            }
            if *doctor == EVERYONE || figures.decided == 0 {
                continue;
            }
            if *of == Payers::All && !self.doctors.contains(doctor) {
                self.doctors.push(*doctor);
            }
            if is_within && self.asked.doctor.is_none_or(|asked| asked == *doctor) {
                let pair = self.by_doctor.entry(*doctor).or_default();
                pair.add(*of, own, figures);
            }
        }
        Ok(())
    }

    /// Adds the days up, and leaves those of the period, each of them.
    fn sum_up(&mut self) {
        let mut found = std::mem::take(&mut self.days);
        for day in self.asked.period.days() {
            let pair = found.remove(&day).unwrap_or_default();
            self.total.merge(&pair);
            self.days.insert(day, pair);
        }
        if let Some(before) = &mut self.before {
            for pair in found.values() {
                before.merge(pair);
            }
        }
    }

    /// The pharmacies' figures of everybody who pays: those asked for, unless a payer is.
    pub(super) fn pharmacies_of_all_payers(&self) -> &Pharmacies {
        match self.asked.payer {
            Some(_) => &self.pharmacies.1,
            None => &self.pharmacies.0,
        }
    }

    /// The numbers of the pharmacies with most faxes, whoever pays.
    pub(super) fn most_faxed(&self) -> Vec<&str> {
        let mut numbers: Vec<(&str, i64, &str)> = self
            .pharmacies_of_all_payers()
            .0
            .iter()
            .map(|(number, of)| (number.as_str(), of.faxes, of.name.as_str()))
            .collect();
        numbers.sort_by(|one, other| (other.1, one.2, one.0).cmp(&(one.1, other.2, other.0)));
        numbers.truncate(MOST_PHARMACIES);
        numbers.into_iter().map(|(number, _, _)| number).collect()
    }

    async fn name(&mut self, ctx: &Context) -> Result<()> {
        let numbers: Vec<String> = self.most_faxed().iter().map(ToString::to_string).collect();
        let codes: Vec<String> = self.total.own.refusals.keys().cloned().collect();
        let mut people = self.doctors.clone();
        people.extend(self.by_doctor.keys().chain(&self.asked.doctor));
        people.sort_unstable();
        people.dedup();
        let reads = ctx.db.side_by_side();
        let db: &Connection = &reads;
        let parts: BoxFuture<'_, Result<_>> = Box::pin(async {
            tokio::try_join!(
                people::names(db, &people),
                billing::words_of(db, &codes),
                pharmacies::with_fax_numbers(db, &numbers),
            )
        });
        let (names, words, listed) = reads.run(parts).await?;
        self.names = names
            .into_iter()
            .map(|(id, name)| (id, format!("Dr. {}", name.name())))
            .collect();
        self.refusal_words = words;
        self.listed = listed;
        Ok(())
    }
}

/// What is asked for on this day.
pub(super) fn today(ctx: &Context) -> NaiveDate {
    vancouver_day(ctx.now())
}
