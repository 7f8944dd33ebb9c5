// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's history: a clinic that has worked for some months, played through the product's own calls and jobs in the
//! order of time, up to now. All of it comes from one seed: each patient and each errand has its own chance, and an
//! errand that is not over yet stands where it would stand. Days are gone through one by one, and nothing is kept of an
//! errand that is over, so a large clinic takes longer and not more memory than its patients. Not here: the people that
//! every demo has (`salal-demo`), and rows written beside the product.

mod clinic;
mod days;
mod errands;
mod renewals;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::net::Ipv4Addr;
use std::ops::{Range, RangeInclusive};

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use rand::Rng;
use rand::seq::IteratorRandom;
use salal_demo::{Desk, Enrolled, Invented, MOST_MEDICATIONS, vancouver_day, vancouver_day_bounds};
use uuid::Uuid;

use self::clinic::{Actor, Answered, Clinic, Refused};
use self::errands::Talk;
use self::renewals::{Halt, MOVED, Paid, REJECTIONS, Renewal};
use crate::api::Role;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::uploads::Kept;
use crate::sandbox;

/// How large a history is, and which.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub days: u32,
    pub patients: u64,
    pub seed: u64,
}

impl Extent {
    /// How many days a clinic may have worked: about three years.
    pub const DAYS: RangeInclusive<u32> = 1..=1_000;
    /// How many patients it may have.
    pub const PATIENTS: RangeInclusive<u32> = 1..=1_000_000;
}

impl Default for Extent {
    fn default() -> Self {
        Self {
            days: 90,
            patients: 40,
            seed: 1,
        }
    }
}

/// What was made.
#[derive(Debug, Default)]
pub struct Made {
    pub patients: u64,
    pub requests: u64,
    /// What the product refused, in its own words; what would have followed did not happen.
    pub refused: Vec<String>,
    /// Some of the patients, who ask for more when a day is played: first those who have asked for least today.
    pub can_ask: Vec<Invented>,
}

/// A patient of the history.
struct Patient {
    actor: Actor,
    invented: Invented,
    pharmacy: Uuid,
    drugs: Vec<Uuid>,
    /// When each of them was last asked for.
    asked: Vec<Option<DateTime<Utc>>>,
    /// How many were asked for on the last day of which there is a request, also what was taken back.
    of_day: (NaiveDate, usize),
}

impl Patient {
    /// How many medications may still be asked for on the day of this time.
    fn room(&self, now: DateTime<Utc>) -> usize {
        let (day, asked) = self.of_day;
        let asked = if day == vancouver_day(now) { asked } else { 0 };
        (MOST_MEDICATIONS as usize).saturating_sub(asked)
    }
}

/// The clinic, its people, and what the history has come to.
struct World {
    clinic: Clinic,
    desk: Desk,
    doctors: Vec<Actor>,
    office: Actor,
    care: Actor,
    admin: Actor,
    patients: Vec<Patient>,
    seed: u64,
    end: DateTime<Utc>,
    /// The first doctor is away, and the second looks after most of what comes.
    away: Range<DateTime<Utc>>,
    made: Made,
    /// Bills since they were last sent to the plan.
    unsent_bills: u64,
    agenda: BinaryHeap<Reverse<Entry>>,
    entries: u64,
}

/// A month's supply is not asked for again before so long: the product would ask why.
const STILL_LASTS: TimeDelta = TimeDelta::days(20);

/// So many pharmacies of the demo, the first, have a fax that works.
const WORKING: usize = 21;

/// How many requests wait until the first doctor is back.
const LEFT_WAITING: u64 = 5;

/// From this number on seconds are of days, and from the other on of patients.
const DAYS: u64 = 1_000_000;
const PATIENTS: u64 = 1_000_000_000;

/// From this number on chances of a habit are of requests that a day had no room for.
const HELD_BACK: u64 = 1_000_000_000_000;

/// What a chance is asked about.
#[derive(Clone, Copy)]
enum About {
    Arrival = 11,
    Habit,
    Renewal,
    Day,
    Talk,
    Second,
}

/// An errand: what it does next, at its time.
enum Errand {
    /// A patient joins.
    Join(u64),
    /// A patient asks for some of their medications, again and again.
    Habit(Habit),
    /// One of the requests that stand somewhere when the demo is opened.
    Left(Halt, u64),
    Renewal(Box<Renewal>),
    /// A day begins.
    Day(u64),
    Talk(Box<Talk>),
}

/// Medications that a patient asks for together, each time they run out.
#[derive(Clone)]
struct Habit {
    patient: usize,
    /// The places of the medications in the patient's list.
    lines: Vec<usize>,
    /// How often they were asked for.
    count: u64,
}

struct Entry {
    at: DateTime<Utc>,
    number: u64,
    errand: Errand,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.number) == (other.at, other.number)
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

/// Plays the history in a database without people, up to the context's present time. The outside services of the
/// context are asked: they must be the sandbox's. The attachment is of the messages that every demo has.
pub(super) async fn play(ctx: &Context, extent: Extent, attachment: Kept) -> Result<Made> {
    let end = ctx.now();
    let begin = end - TimeDelta::days(i64::from(extent.days));
    let clinic = Clinic::at(ctx, begin);
    super::prepare(&clinic.ctx).await?;
    let desk = salal_demo::open(&clinic.ctx, |_, _| Box::pin(async { Ok(()) })).await?;
    super::sign_sleep_requests(&clinic.ctx).await?;
    let staff = Staff::of(&clinic.ctx).await?;
    let mut world = World {
        clinic,
        desk,
        doctors: staff.doctors,
        office: staff.office,
        care: staff.care,
        admin: staff.admin,
        patients: Vec::new(),
        seed: extent.seed,
        end,
        away: weekend(begin, end),
        made: Made::default(),
        unsent_bills: 0,
        agenda: BinaryHeap::new(),
        entries: 0,
    };
    world.open_doors(extent, begin);
    world.leave_work();
    world.go_through_all(begin);
    world.leave_waiting();
    errands::leave_questions(&mut world);
    let first = begin + TimeDelta::hours(2) + world.some_seconds(DAYS);
    world.plan(first, Errand::Day(0));
    while let Some(Reverse(entry)) = world.agenda.pop() {
        world.clinic.wait_until(entry.at).await?;
        Box::pin(world.go_on(entry.errand)).await?;
    }
    // Before the end, so that nothing of it is left to be done.
    let tx = world.clinic.begin().await?;
    super::messages::post(&tx, &world.clinic.ctx, attachment).await?;
    tx.commit().await?;
    world.clinic.wait_until(end).await?;
    errands::seal(&world.clinic.ctx).await?;
    let mut patients = world.patients;
    // Those with most room today come first.
    patients.sort_by_key(|one| Reverse(one.room(end)));
    let patients = patients.into_iter().map(|one| one.invented);
    world.made.can_ask = patients.take(sandbox::DAY_PATIENTS).collect();
    Ok(world.made)
}

/// A weekend some weeks before the end, from its midnight to eight on Monday; two other days where the history is too
/// short to choose.
fn weekend(begin: DateTime<Utc>, end: DateTime<Utc>) -> Range<DateTime<Utc>> {
    let whole = end - begin;
    let mut first = vancouver_day(end - (whole / 5).max(TimeDelta::days(3)));
    if whole >= TimeDelta::days(30) {
        let since_saturday = (first.weekday().num_days_from_monday() + 2) % 7;
        first = first - Days::new(u64::from(since_saturday));
    }
    let back = vancouver_day_bounds(first + Days::new(2)).0 + TimeDelta::hours(8);
    vancouver_day_bounds(first).0..back
}

struct Staff {
    doctors: Vec<Actor>,
    office: Actor,
    care: Actor,
    admin: Actor,
}

impl Staff {
    async fn of(ctx: &Context) -> Result<Self> {
        let actor = async |email: &str, role: Role, seat: u8| {
            let found = salal_demo::account_of(ctx.db.read(), email).await?;
            let (account, person) =
                found.ok_or_else(|| Error::broken("the demo's people are not there"))?;
            Ok::<_, Error>(Actor {
                person,
                account,
                role,
                is_admin: role == Role::Admin,
                address: Ipv4Addr::new(198, 51, 100, seat),
            })
        };
        Ok(Self {
            doctors: vec![
                actor("doctor@salal.example", Role::Doctor, 11).await?,
                actor("doctor2@salal.example", Role::Doctor, 12).await?,
            ],
            office: actor("office@salal.example", Role::Office, 13).await?,
            care: actor("care@salal.example", Role::CustomerService, 14).await?,
            admin: actor("admin@salal.example", Role::Admin, 15).await?,
        })
    }
}

impl World {
    /// Puts an errand on the agenda, unless its time has not come yet when the history ends.
    fn plan(&mut self, at: DateTime<Utc>, errand: Errand) {
        if at < self.end {
            self.entries += 1;
            let number = self.entries;
            self.agenda.push(Reverse(Entry { at, number, errand }));
        }
    }

    fn chance(&self, about: About, number: u64) -> rand::rngs::StdRng {
        salal_demo::chance(self.seed, about as u64, number)
    }

    /// Some seconds, less than a minute, for a time that would otherwise be of the second in which the program began, as
    /// all such times would.
    fn some_seconds(&self, number: u64) -> TimeDelta {
        TimeDelta::seconds(self.chance(About::Second, number).random_range(0..60))
    }

    /// Notes what was refused, for the log and the tests.
    fn refused(&mut self, why: &Refused) {
        tracing::warn!(refused = %why.told, "the demo did what the product refuses");
        self.made.refused.push(why.told.clone());
    }

    /// Notes the outcome of a call that nothing follows.
    fn note(&mut self, answered: &Answered) {
        if let Err(why) = answered {
            self.refused(why);
        }
    }

    /// Most patients are there from the beginning, the others join on the way.
    fn open_doors(&mut self, extent: Extent, begin: DateTime<Utc>) {
        let whole = self.end - begin;
        let early = (whole / 3).min(TimeDelta::days(6));
        // Whoever joins on the last day would have nothing behind them.
        let late = (whole - TimeDelta::days(2)).max(early);
        for number in 0..extent.patients {
            let mut chance = self.chance(About::Arrival, number);
            let is_early = number == 0 || chance.random_bool(0.85);
            let latest = if is_early { early } else { late };
            let joins = begin + TimeDelta::seconds(chance.random_range(0..latest.num_seconds()));
            let joins = if early < TimeDelta::days(1) {
                joins
            } else {
                days::AWAKE.next_evenly(joins, &mut chance)
            };
            self.plan(joins, Errand::Join(number));
        }
    }

    /// The requests of the last hours: how old each is, in minutes, and where it stands.
    fn leave_work(&mut self) {
        let faxed_long_ago = [
            (60 * 24 * 7, Halt::Seen("Nobody Answers Pharmacy")),
            (60 * 24 * 6, Halt::Seen("Another Machine Pharmacy")),
            (60 * 24 * 2, Halt::Faxed("Busy Line Pharmacy")),
            (60 * 30, Halt::Faxed("Nameless Machine Pharmacy")),
        ];
        let open = [
            (60 * 23, Halt::Pending),
            (60 * 18, Halt::Pending),
            (60 * 4, Halt::Pending),
            (95, Halt::Pending),
            (22, Halt::Pending),
            (14, Halt::Unpaid),
            (60 * 9, Halt::Acknowledged),
            (60 * 7, Halt::Acknowledged),
            (60 * 6, Halt::Partly),
            (60 * 5, Halt::ToSign),
            (60 * 3, Halt::ToSign),
            (60 * 2, Halt::Signed),
            (60 * 8, Halt::Faxed("Telephone Only Pharmacy")),
            (40, Halt::Faxed("Alder Street Pharmacy")),
        ];
        for (number, (age, halt)) in (0..).zip(faxed_long_ago.into_iter().chain(open)) {
            let at = self.end - TimeDelta::minutes(age) - self.some_seconds(number);
            self.plan(at, Errand::Left(halt, number));
        }
    }

    /// What chance brings seldom, once each, so that every reason and most states are met in the smallest clinic too.
    fn go_through_all(&mut self, begin: DateTime<Utc>) {
        let others = [
            Halt::Reissued("other_pharmacy", MOVED),
            Halt::Reissued(
                "cannot_fill",
                "The pharmacy telephoned: it cannot get this strength before next week.",
            ),
            Halt::Printed,
            Halt::Cancelled(Paid::Before),
            Halt::Cancelled(Paid::After),
        ];
        let refused = (0..REJECTIONS.len()).step_by(2).map(Halt::Refused);
        let all: Vec<Halt> = others.into_iter().chain(refused).collect();
        // By the first some patients have joined, and what follows the last has ended.
        let whole = self.end - begin;
        let first = self.end - whole * 7 / 10;
        let apart = whole / 2 / i32::try_from(all.len()).unwrap_or(i32::MAX);
        for (number, halt) in (0_i32..).zip(all) {
            let errand = 40 + u64::from(number.unsigned_abs());
            let at = first + apart * number + self.some_seconds(errand);
            self.plan(at, Errand::Left(halt, errand));
        }
    }

    /// What came while the first doctor was away and was left for them: decided later than promised.
    fn leave_waiting(&mut self) {
        let Range { start, end } = self.away.clone();
        for number in 0..LEFT_WAITING {
            let place = i32::try_from(number).unwrap_or_default();
            let errand = 60 + 2 * number;
            let (begins, later) = (self.some_seconds(errand), self.some_seconds(errand + 1));
            let asked = start + TimeDelta::minutes(9 * 60 + 20) + TimeDelta::minutes(257) * place;
            let seen = end + TimeDelta::minutes(12) + TimeDelta::minutes(7) * place + later;
            self.plan(asked + begins, Errand::Left(Halt::Awaited(seen), errand));
        }
    }

    /// One of them, for a patient with as many medications, of what was asked for longest ago: a supply that still lasts
    /// is not asked for again. Rather of somebody who has asked for nothing else these days.
    fn due(&self, wanted: usize, together: usize, first: usize) -> Option<Habit> {
        let now = self.clinic.now();
        let many = self.patients.len();
        let age = |asked: Option<DateTime<Utc>>| asked.map_or(STILL_LASTS, |at| now - at);
        let mut best: Option<((bool, bool, TimeDelta), Habit)> = None;
        for patient in (0..many).map(|on| (first + on) % many) {
            let asked = &self.patients[patient].asked;
            let room = self.patients[patient].room(now);
            if asked.len().min(room) < wanted {
                continue;
            }
            let mut lines: Vec<usize> = (0..asked.len()).collect();
            lines.sort_by_key(|line| (asked[*line], *line));
            let run_out = |line: &&usize| age(asked[**line]) >= STILL_LASTS;
            let due = lines.iter().take_while(run_out).count();
            lines.truncate(due.clamp(wanted, together.min(room)));
            let shortest = lines.iter().map(|line| age(asked[*line])).min();
            let shortest = shortest.unwrap_or_default().min(STILL_LASTS);
            let mut all = asked.iter().flatten();
            let is_quiet = all.all(|at| now - *at > TimeDelta::hours(60));
            let good = (shortest >= STILL_LASTS, is_quiet, shortest);
            if best.as_ref().is_none_or(|best| good > best.0) {
                lines.sort_unstable();
                let habit = Habit {
                    patient,
                    lines,
                    count: 0,
                };
                best = Some((good, habit));
            }
        }
        best.map(|best| best.1)
    }

    fn leave(&mut self, halt: Halt, number: u64) {
        let wanted = halt.lines();
        let together = if wanted > 1 || number.is_multiple_of(2) {
            2
        } else {
            1
        };
        let first = usize::try_from(number).unwrap_or_default() * 5;
        let Some(habit) = self.due(wanted, together, first) else {
            return;
        };
        self.made.requests += 1;
        let mut renewal = Renewal::left_at(self, &habit, self.made.requests, halt);
        // One of the first doctor's after one of the second's.
        renewal.doctor = usize::from(!number.is_multiple_of(2));
        self.ask_for(&habit, renewal.is_taken_back());
        self.plan(self.clinic.now(), Errand::Renewal(Box::new(renewal)));
    }

    /// The pharmacy of this name.
    fn pharmacy(&self, name: &str) -> Option<Uuid> {
        self.desk
            .pharmacies()
            .find(|one| one.1 == name)
            .map(|one| one.0)
    }

    /// Another pharmacy whose fax works: in the same town if one is wanted there and there is one, otherwise anywhere.
    fn another_pharmacy(&self, than: Uuid, in_town: bool, chance: &mut rand::rngs::StdRng) -> Uuid {
        let others = |one: &Uuid| *one != than;
        let near = self.desk.pharmacies_near(than, WORKING).filter(others);
        let near = near.filter(|_| in_town).choose(chance);
        // Those of the sandbox's street stand at the end.
        let anywhere = self.desk.pharmacies().take(WORKING).map(|one| one.0);
        near.or_else(|| anywhere.filter(others).choose(chance))
            .unwrap_or(than)
    }

    async fn go_on(&mut self, errand: Errand) -> Result<()> {
        match errand {
            Errand::Join(number) => self.join(number).await,
            Errand::Habit(habit) => {
                self.ask_again(habit);
                Ok(())
            }
            Errand::Left(halt, number) => {
                self.leave(halt, number);
                Ok(())
            }
            Errand::Renewal(renewal) => renewals::go_on(self, renewal).await,
            Errand::Day(day) => {
                let midnight = self.clinic.now() - self.some_seconds(DAYS + day);
                let next = midnight + TimeDelta::days(1) + self.some_seconds(DAYS + day + 1);
                self.plan(next, Errand::Day(day + 1));
                errands::begin_day(self, day).await
            }
            Errand::Talk(talk) => errands::go_on(self, talk).await,
        }
    }

    async fn join(&mut self, number: u64) -> Result<()> {
        let now = self.clinic.now();
        let invented = salal_demo::invent(self.seed, number, vancouver_day(self.end));
        let tx = self.clinic.begin().await?;
        let enrolled = self.desk.enrol(&tx, &self.clinic.ctx, &invented).await?;
        tx.commit().await?;
        let Enrolled {
            person,
            account,
            pharmacy,
            drugs,
        } = enrolled;
        let mut chance = self.chance(About::Habit, number);
        let actor = Actor {
            person,
            account,
            role: Role::Patient,
            is_admin: false,
            address: Ipv4Addr::new(203, 0, 113, chance.random_range(1..=254)),
        };
        let patient = self.patients.len();
        let all: Vec<usize> = (0..drugs.len()).collect();
        self.patients.push(Patient {
            actor,
            invented,
            pharmacy,
            asked: vec![None; drugs.len()],
            of_day: (NaiveDate::MIN, 0),
            drugs,
        });
        self.made.patients += 1;
        let mut rest = all.as_slice();
        while !rest.is_empty() {
            // Days of supply seldom end together.
            let together = if chance.random_ratio(1, 3) { 2 } else { 1 };
            let (lines, others) = rest.split_at(rest.len().min(together));
            rest = others;
            let habit = Habit {
                patient,
                lines: lines.to_vec(),
                count: 0,
            };
            let first = now + TimeDelta::minutes(chance.random_range(8..60 * 24 * 24));
            let first = first + self.some_seconds(PATIENTS + self.entries);
            self.plan(days::when_asked(first, &mut chance), Errand::Habit(habit));
        }
        Ok(())
    }

    /// Some of a patient's medications are asked for now; what is taken back is still needed later.
    fn ask_for(&mut self, habit: &Habit, is_taken_back: bool) {
        let now = self.clinic.now();
        let patient = &mut self.patients[habit.patient];
        let before = MOST_MEDICATIONS as usize - patient.room(now);
        patient.of_day = (vancouver_day(now), before + habit.lines.len());
        if !is_taken_back {
            for line in &habit.lines {
                patient.asked[*line] = Some(now);
            }
        }
    }

    /// One more request, and the next when it has run out.
    fn ask_again(&mut self, habit: Habit) {
        let now = self.clinic.now();
        let asked = &self.patients[habit.patient].asked;
        let last = habit.lines.iter().filter_map(|line| asked[*line]).max();
        if let Some(last) = last.filter(|last| now - *last < STILL_LASTS) {
            // Asked for in the meantime.
            self.plan_next(habit, last);
            return;
        }
        if self.patients[habit.patient].room(now) < habit.lines.len() {
            // As many as a day allows: the rest tomorrow.
            let tomorrow = now + TimeDelta::days(1);
            let mut chance = self.chance(About::Habit, HELD_BACK + self.entries);
            let at = days::AWAKE.some_time(tomorrow, &mut chance);
            self.plan(at, Errand::Habit(habit));
            return;
        }
        self.made.requests += 1;
        let number = self.made.requests;
        let renewal = Renewal::new(self, &habit, number);
        self.ask_for(&habit, renewal.is_taken_back());
        self.plan(now, Errand::Renewal(Box::new(renewal)));
        let next = Habit {
            count: habit.count + 1,
            ..habit
        };
        self.plan_next(next, now);
    }

    /// The next request, when what was asked for then has run out.
    fn plan_next(&mut self, habit: Habit, since: DateTime<Utc>) {
        let number = 1_000_000_007 * (habit.count + 1) + self.entries;
        let mut chance = self.chance(About::Habit, number);
        let later = since + TimeDelta::minutes(chance.random_range(60 * 24 * 25..60 * 24 * 32));
        let later = later + self.some_seconds(number);
        let later = days::when_asked(later, &mut chance);
        self.plan(later, Errand::Habit(habit));
    }
}
