// SPDX-License-Identifier: AGPL-3.0-or-later

//! Requests for renewals in the demo's history, from the patient's form to the pharmacy: each does its next step and
//! says when it goes on.

use chrono::{DateTime, TimeDelta, Utc};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use salal_demo::Card;
use serde_json::{Value, json};
use uuid::Uuid;

use super::clinic::{Actor, Answered};
use super::days::{self, Hours, minutes};
use super::{About, Errand, Habit, World};
use crate::error::Result;

/// What becomes of a line.
#[derive(Clone, Copy, Debug)]
enum Verdict {
    Approved(Option<&'static str>),
    Rejected(Option<&'static str>),
}

/// How a signed prescription gets to the pharmacy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Fax,
    Print,
}

/// What is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Create,
    /// The card is refused, and the patient takes another.
    Decline,
    Pay,
    Cancel,
    ReturnFee,
    Open,
    Acknowledge,
    Decide(usize),
    Refund,
    Sign,
    Leave,
    /// The paper is handed over.
    HandOver,
    Void,
    /// The office asks by telephone whether the fax is there, where that is doubtful.
    Confirm,
    /// The visit is billed to the plan.
    Bill,
    /// Signed again after a copy was voided, once that is confirmed; so often it was looked.
    SignAgain(u8),
}

/// Where a request of the last hours is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Unpaid,
    Pending,
    Acknowledged,
    /// One line of several is decided.
    Partly,
    ToSign,
    Signed,
    /// Nowhere: no one looks at it before this time.
    Awaited(DateTime<Utc>),
    /// Nowhere: it goes to this pharmacy of the sandbox, and is faxed or not.
    Faxed(&'static str),
    /// Nowhere: it is faxed to this pharmacy of the sandbox, and seen to where it does not arrive.
    Seen(&'static str),
    /// Nowhere: its lines are rejected for this reason of the list and those after it.
    Refused(usize),
    /// Nowhere: the patient takes the paper along.
    Printed,
    /// Nowhere: the patient changes their mind, before or after paying.
    Cancelled(Paid),
    /// Nowhere: the copy is voided for this reason, in these words, and issued again.
    Reissued(&'static str, &'static str),
}

/// Whether a request was paid for when it was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paid {
    Before,
    After,
}

impl Halt {
    /// How many medications it is about, at least.
    pub(super) fn lines(self) -> usize {
        match self {
            Self::Partly | Self::Refused(_) => 2,
            _ => 1,
        }
    }
}

/// What happens after the prescription has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Nothing,
    /// The copy is voided, for a reason of the list, and issued again for another pharmacy.
    Again(&'static str, &'static str),
    /// The office telephones.
    Confirmed,
}

impl After {
    /// What is done about a fax to a pharmacy of the sandbox that does not arrive, or perhaps not.
    fn fax_to(pharmacy: &str) -> Option<Self> {
        match pharmacy {
            "Busy Line Pharmacy" | "Nobody Answers Pharmacy" => Some(Self::Again(
                "other_pharmacy",
                "The pharmacy’s fax can’t be reached. The patient chose another pharmacy by telephone.",
            )),
            "Another Machine Pharmacy" => Some(Self::Confirmed),
            _ => None,
        }
    }
}

/// A request on its way.
pub(super) struct Renewal {
    patient: usize,
    lines: Vec<usize>,
    pub(super) doctor: usize,
    /// The doctor is away until then.
    back: Option<DateTime<Utc>>,
    verdicts: Vec<Verdict>,
    way: Way,
    after: After,
    /// The card is declined at first.
    is_declined: bool,
    /// The patient changes their mind: before or after paying.
    is_cancelled: Option<Step>,
    pharmacy: Uuid,
    /// Where it is to stand at the end; its steps follow one another at once.
    halt: Option<Halt>,
    step: Step,
    chance: StdRng,
    /// The request as last shown.
    seen: Value,
}

impl Renewal {
    /// A request as any other.
    pub(super) fn new(world: &World, habit: &Habit, number: u64) -> Self {
        let mut chance = world.chance(About::Renewal, number);
        let verdicts = verdicts(habit.lines.len(), &mut chance);
        let is_printed = chance.random_bool(0.06);
        let after = match chance.random_range(0..100) {
            0..2 => After::Again("other_pharmacy", MOVED),
            2..3 => After::Again(
                "cannot_fill",
                "The pharmacy telephoned: it cannot get this strength before next week.",
            ),
            3..4 => After::Again("wrong_recipient", "Sent to the wrong branch."),
            _ => After::Nothing,
        };
        let is_cancelled = match chance.random_range(0..100) {
            0..3 => Some(Step::Pay),
            3..5 => Some(Step::Open),
            _ => None,
        };
        // Some lines are busy, some answer late, and one has moved.
        // In the last days nobody would see to it before the history ends.
        let is_seen_to = world.clinic.now() < world.end - TimeDelta::days(3);
        let pharmacy = match chance.random_range(0..100) {
            _ if !is_seen_to => "",
            0 => "Busy Line Pharmacy",
            1 => "Twice Busy Pharmacy",
            2 => "Nobody Answers Pharmacy",
            3 => "Another Machine Pharmacy",
            _ => "",
        };
        let home = world.patients[habit.patient].pharmacy;
        let is_second = chance.random_bool(0.4) || world.away.contains(&world.clinic.now());
        Self {
            patient: habit.patient,
            lines: habit.lines.clone(),
            doctor: usize::from(is_second),
            back: None,
            verdicts,
            way: if is_printed { Way::Print } else { Way::Fax },
            after: After::fax_to(pharmacy).unwrap_or(after),
            is_declined: chance.random_bool(0.03),
            is_cancelled,
            pharmacy: world.pharmacy(pharmacy).unwrap_or(home),
            halt: None,
            step: Step::Create,
            chance,
            seen: Value::Null,
        }
    }

    /// A request of the last hours that is left somewhere.
    pub(super) fn left_at(world: &World, habit: &Habit, number: u64, halt: Halt) -> Self {
        let mut left = Self::new(world, habit, number);
        left.verdicts = vec![Verdict::Approved(None); habit.lines.len()];
        (left.way, left.after) = (Way::Fax, After::Nothing);
        (left.is_declined, left.is_cancelled) = (false, None);
        let home = world.patients[habit.patient].pharmacy;
        left.pharmacy = match halt {
            Halt::Faxed(name) | Halt::Seen(name) => world.pharmacy(name).unwrap_or(home),
            _ => home,
        };
        left.halt = None;
        match halt {
            Halt::Awaited(back) => left.back = Some(back),
            Halt::Seen(name) => left.after = After::fax_to(name).unwrap_or(After::Nothing),
            Halt::Reissued(reason, words) => left.after = After::Again(reason, words),
            Halt::Printed => left.way = Way::Print,
            Halt::Cancelled(Paid::Before) => left.is_cancelled = Some(Step::Pay),
            Halt::Cancelled(Paid::After) => left.is_cancelled = Some(Step::Open),
            Halt::Refused(first) => {
                for (line, verdict) in left.verdicts.iter_mut().enumerate() {
                    *verdict = Verdict::Rejected(REJECTIONS.get(first + line).copied());
                }
            }
            _ => left.halt = Some(halt),
        }
        left
    }

    /// Whether the patient will take it back.
    pub(super) fn is_taken_back(&self) -> bool {
        self.is_cancelled.is_some()
    }

    fn id(&self) -> &Value {
        &self.seen["_id"]
    }

    /// Whether the next step is left to whoever uses the demo.
    fn is_left(&self) -> bool {
        matches!(
            (self.halt, self.step),
            (Some(Halt::Unpaid), Step::Pay)
                | (Some(Halt::Pending), Step::Open)
                | (Some(Halt::Acknowledged), Step::Decide(0))
                | (Some(Halt::Partly), Step::Decide(1))
                | (Some(Halt::ToSign), Step::Sign)
                | (Some(Halt::Signed), Step::Leave)
        )
    }

    /// When the next step is done: after some minutes, within hours.
    fn later(
        &mut self,
        now: DateTime<Utc>,
        range: std::ops::Range<i64>,
        within: Option<Hours>,
    ) -> DateTime<Utc> {
        if self.halt.is_some() {
            return now + minutes(0..2, &mut self.chance);
        }
        let later = now + minutes(range, &mut self.chance);
        within.map_or(later, |hours| hours.next(later, &mut self.chance))
    }
}

/// Why another pharmacy gets it that may be in another town.
pub(super) const MOVED: &str = "The patient has moved and asked for another pharmacy.";

/// The reasons of rejections, each of which is met; and of approvals.
pub(super) const REJECTIONS: [&str; 10] = [
    "BLOOD_TEST",
    "VISIT_NEEDED",
    "INTERACTION",
    "ALLERGY",
    "NOT_CONFIRMED",
    "DOSE_UNCLEAR",
    "TOO_EARLY",
    "DUPLICATE",
    "NOT_ONLINE",
    "OTHER",
];
const REMARKS: [&str; 4] = ["SHORTER", "CHANGED", "TEST_NEXT", "VISIT_NEXT"];

fn verdicts(lines: usize, chance: &mut StdRng) -> Vec<Verdict> {
    let is_refused = chance.random_bool(0.07);
    (0..lines)
        .map(|_| {
            if is_refused || chance.random_bool(0.06) {
                Verdict::Rejected(REJECTIONS.choose(chance).copied())
            } else if chance.random_bool(0.12) {
                Verdict::Approved(REMARKS.choose(chance).copied())
            } else {
                Verdict::Approved(None)
            }
        })
        .collect()
}

/// Does the next step, and plans the one after it.
pub(super) async fn go_on(world: &mut World, mut renewal: Box<Renewal>) -> Result<()> {
    let (answered, next) = match renewal.step {
        Step::Create => create(world, &mut renewal).await?,
        Step::Decline => decline(world, &mut renewal).await?,
        Step::Pay => pay(world, &mut renewal).await?,
        Step::Cancel => cancel(world, &mut renewal).await?,
        Step::ReturnFee => return_fee(world, &mut renewal).await?,
        Step::Open => open(world, &mut renewal).await?,
        Step::Acknowledge => acknowledge(world, &mut renewal).await?,
        Step::Decide(line) => decide(world, &mut renewal, line).await?,
        Step::Refund => refund(world, &mut renewal).await?,
        Step::Sign => sign(world, &mut renewal).await?,
        Step::Leave => leave(world, &mut renewal).await?,
        Step::HandOver => hand_over(world, &mut renewal).await?,
        Step::Bill => {
            let done = bill(world, &mut renewal).await?;
            world.unsent_bills +=
                u64::from(matches!(&done.0, Ok(answer) if answer["bill"].is_object()));
            done
        }
        Step::Confirm => confirm(world, &mut renewal).await?,
        Step::Void => void(world, &mut renewal).await?,
        Step::SignAgain(looked) => sign_again(world, &mut renewal, looked).await?,
    };
    match answered {
        Err(why) => world.refused(&why),
        Ok(seen) => {
            if seen["_id"].is_string() {
                renewal.seen = seen;
            }
            if let Some((at, step)) = next {
                renewal.step = step;
                if !renewal.is_left() {
                    world.plan(at, Errand::Renewal(renewal));
                }
            }
        }
    }
    Ok(())
}

/// The answer of a step, and the step after it.
type Done = (Answered, Option<(DateTime<Utc>, Step)>);

async fn create(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let patient = &world.patients[renewal.patient];
    let medications = renewal.lines.iter().map(|line| {
        let taken = &patient.invented.medications[*line];
        json!({
            "drugId": patient.drugs[*line], "name": taken.drug, "usages": [taken.usage("1 month", 0)],
            // Kept only where it is asked for.
            "neededAgain": "I am leaving for a month and would run out on the way.",
        })
    });
    let body = json!({
        "medications": medications.collect::<Vec<_>>(), "pharmacy": {"_id": renewal.pharmacy},
        "agreement": [true, true, true, true, true, true], "locationConfirmed": true,
    });
    let made = world
        .clinic
        .post(&patient.actor, "/prescription", &body)
        .await?;
    let step = match (renewal.is_cancelled, renewal.is_declined) {
        (Some(Step::Pay), _) => Step::Cancel,
        (_, true) => Step::Decline,
        (_, false) => Step::Pay,
    };
    let next = renewal.later(world.clinic.now(), 1..9, None);
    Ok((made, Some((next, step))))
}

fn payment(renewal: &Renewal, card: &str) -> Value {
    json!({"prescriptionId": renewal.id(), "amount": renewal.seen["feeDue"], "stripeTokenId": card})
}

async fn decline(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let patient = &world.patients[renewal.patient].actor;
    let body = payment(renewal, "tok_chargeDeclinedInsufficientFunds");
    let answered = world
        .clinic
        .put(patient, "/prescription/set-pay", &body)
        .await?;
    let answered = match answered {
        // That is what the card does.
        Err(why) if why.code == "CARD_DECLINED" => Ok(Value::Null),
        other => other,
    };
    let next = renewal.later(world.clinic.now(), 1..4, None);
    Ok((answered, Some((next, Step::Pay))))
}

async fn pay(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let (clinic, patient) = (&world.clinic, &world.patients[renewal.patient].actor);
    let card = ["tok_visa", "tok_mastercard", "tok_amex"];
    let card = card
        .choose(&mut renewal.chance)
        .copied()
        .unwrap_or("tok_visa");
    let body = payment(renewal, card);
    if let Err(why) = clinic.put(patient, "/prescription/set-pay", &body).await? {
        return Ok((Err(why), None));
    }
    let body = json!({"id": renewal.id(), "personId": patient.person});
    let paid = clinic
        .put(patient, "/prescription/payment-completed", &body)
        .await?;
    if renewal.is_cancelled == Some(Step::Open) {
        let next = renewal.later(clinic.now(), 3..9, None);
        return Ok((paid, Some((next, Step::Cancel))));
    }
    // Most are looked at within hours, the last ones within the 24 that are promised.
    let longest = if renewal.chance.random_bool(0.8) {
        240
    } else {
        560
    };
    let next = renewal.later(clinic.now(), 12..longest, Some(days::CLINIC));
    let next = renewal.back.unwrap_or(next);
    Ok((paid, Some((next, Step::Open))))
}

async fn cancel(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let patient = &world.patients[renewal.patient].actor;
    let body = json!({"prescriptionId": renewal.id(), "version": renewal.seen["version"]});
    let cancelled = world
        .clinic
        .put(patient, "/prescription/cancel", &body)
        .await?;
    let was_paid = renewal.is_cancelled == Some(Step::Open);
    let next = renewal.later(world.clinic.now(), 120..900, Some(days::CLINIC));
    // The fee is kept, and given back where the office sees why.
    let is_returned = was_paid && renewal.chance.random_bool(0.5);
    Ok((cancelled, is_returned.then_some((next, Step::ReturnFee))))
}

/// The request as the office sees it, with what can be given back.
async fn look(world: &World, by: &Actor, renewal: &Renewal) -> Result<Answered> {
    let id = renewal.id().as_str().unwrap_or_default();
    world.clinic.get(by, &format!("/prescription/{id}")).await
}

async fn return_fee(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let seen = match look(world, &world.office, renewal).await? {
        Ok(seen) => seen,
        Err(why) => return Ok((Err(why), None)),
    };
    let body = json!({
        "chargeId": seen["payment"]["chargeId"],
        "reason": "The family doctor had renewed it on the same day.",
    });
    Ok((
        world
            .clinic
            .put(&world.office, "/payment/return-fee", &body)
            .await?,
        None,
    ))
}

fn doctor<'a>(world: &'a World, renewal: &Renewal) -> &'a Actor {
    &world.doctors[renewal.doctor]
}

async fn open(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let seen = look(world, doctor(world, renewal), renewal).await?;
    let next = renewal.later(world.clinic.now(), 0..2, None);
    Ok((seen, Some((next, Step::Acknowledge))))
}

async fn acknowledge(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let body = json!({"prescriptionId": renewal.id()});
    let by = doctor(world, renewal);
    let seen = world
        .clinic
        .put(by, "/prescription/acknowledge", &body)
        .await?;
    let next = renewal.later(world.clinic.now(), 1..7, None);
    Ok((seen, Some((next, Step::Decide(0)))))
}

async fn decide(world: &World, renewal: &mut Renewal, line: usize) -> Result<Done> {
    let (status, reason) = match renewal.verdicts[line] {
        Verdict::Approved(reason) => ("Approved", reason),
        Verdict::Rejected(reason) => ("Rejected", reason),
    };
    let body = json!({
        "prescription": {"_id": renewal.id()}, "medication": {"_id": renewal.seen["medications"][line]["_id"]},
        "status": status, "reasonCode": reason,
    });
    let by = doctor(world, renewal);
    let seen = world
        .clinic
        .put(by, "/prescription/medication/updateStatus", &body)
        .await?;
    let now = world.clinic.now();
    let count =
        |wanted: fn(&Verdict) -> bool| renewal.verdicts.iter().filter(|one| wanted(one)).count();
    let approved = count(|one| matches!(one, Verdict::Approved(_)));
    let step = if line + 1 < renewal.verdicts.len() {
        (renewal.later(now, 0..4, None), Step::Decide(line + 1))
    } else if approved > 0 {
        (renewal.later(now, 1..5, None), Step::Sign)
    } else {
        (
            renewal.later(now, 30..1_200, Some(days::CLINIC)),
            Step::Refund,
        )
    };
    Ok((seen, Some(step)))
}

async fn refund(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let seen = match look(world, &world.office, renewal).await? {
        Ok(seen) => seen,
        Err(why) => return Ok((Err(why), None)),
    };
    let is_due = seen["refundable"]
        .as_f64()
        .is_some_and(|amount| amount > 0.0);
    if !is_due {
        return Ok((Ok(seen), None));
    }
    let body = json!({"chargeId": seen["payment"]["chargeId"], "amount": seen["refundable"]});
    Ok((
        world
            .clinic
            .put(&world.office, "/payment/refund", &body)
            .await?,
        None,
    ))
}

async fn sign(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let body = json!({"prescriptionId": renewal.id(), "strokes": strokes(&mut renewal.chance)});
    let by = doctor(world, renewal);
    let signed = world.clinic.put(by, "/prescription/sign", &body).await?;
    let next = renewal.later(world.clinic.now(), 0..3, None);
    let seen = signed.map(|mut signed| signed["prescription"].take());
    Ok((seen, Some((next, Step::Leave))))
}

async fn leave(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let body = json!({"prescriptionId": renewal.id()});
    let by = doctor(world, renewal);
    let (seen, step) = match renewal.way {
        Way::Fax => (
            world
                .clinic
                .post(by, "/fax/queue-prescription-fax", &body)
                .await?,
            None,
        ),
        Way::Print => {
            let printed = world.clinic.put(by, "/prescription/print", &body).await?;
            (printed, Some(Step::HandOver))
        }
    };
    let now = world.clinic.now();
    let next = match (step, renewal.after) {
        (Some(step), _) => Some((renewal.later(now, 10..300, Some(days::CLINIC)), step)),
        (None, After::Again(..)) => Some((
            renewal.later(now, 120..1_400, Some(days::CLINIC)),
            Step::Void,
        )),
        (None, After::Confirmed) => Some((
            renewal.later(now, 120..600, Some(days::CLINIC)),
            Step::Confirm,
        )),
        (None, After::Nothing) => Some((renewal.later(now, 2..40, Some(days::CLINIC)), Step::Bill)),
    };
    let is_over = renewal.halt.is_some();
    Ok((seen, next.filter(|_| !is_over)))
}

async fn confirm(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let id = renewal.id().as_str().unwrap_or_default();
    let confirmed = confirm_fax(world, id, "The pharmacist on duty has all its pages.").await?;
    renewal.after = After::Nothing;
    let next = renewal.later(world.clinic.now(), 2..40, Some(days::CLINIC));
    Ok((confirmed, Some((next, Step::Bill))))
}

/// The office telephones about the fax of a subject if it is among those that need somebody, and notes what was said.
pub(super) async fn confirm_fax(world: &World, subject: &str, said: &str) -> Result<Answered> {
    let (clinic, by) = (&world.clinic, &world.office);
    let list = match clinic.get(by, "/fax?state=trouble&limit=100").await? {
        Ok(list) => list,
        Err(why) => return Ok(Err(why)),
    };
    let mut faxes = list["items"].as_array().into_iter().flatten();
    let Some(fax) = faxes.find(|fax| fax["subject"]["_id"] == subject) else {
        return Ok(Ok(Value::Null));
    };
    let path = format!("/fax/{}/confirm", fax["_id"].as_str().unwrap_or_default());
    let body = json!({"version": fax["version"], "note": said});
    // What it answers is the fax.
    let confirmed = clinic.put(by, &path, &body).await?;
    Ok(confirmed.map(|_| Value::Null))
}

/// What the plan is told of a visit, by what the first medication is taken for.
const DIAGNOSES: [(&str, &str); 14] = [
    ("High blood pressure", "401"),
    ("High cholesterol", "272"),
    ("Hypothyroidism", "244"),
    ("Diabetes", "250"),
    ("Depression", "311"),
    ("Anxiety", "300"),
    ("Gout", "274"),
    ("Osteoporosis", "733"),
    ("Prostate problem", "600"),
    ("Ulcers of the stomach", "535"),
    ("Atrial fibrillation", "427"),
    ("Seasonal allergies", "477"),
    ("Heart disease", "414"),
    ("Anemia", "285"),
];
/// What the plan pays in part, refuses, or holds back.
const CONTESTED: [&str; 4] = ["780", "784", "787", "789"];

async fn bill(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let (now, person) = (world.clinic.now(), &world.patients[renewal.patient]);
    // A partly approved request pays for what was approved.
    let next = (
        renewal.later(now, 60..1_400, Some(days::CLINIC)),
        Step::Refund,
    );
    let is_insured = matches!(person.invented.card, Card::Bc(_));
    if !is_insured || !renewal.chance.random_bool(0.35) {
        return Ok((Ok(Value::Null), Some(next)));
    }
    let condition = person.invented.medications[renewal.lines[0]].condition;
    let known = DIAGNOSES.iter().find(|(known, _)| *known == condition);
    let usual = known.map_or("401", |known| known.1);
    let diagnosis = match renewal.chance.random_range(0..8) {
        0 => CONTESTED
            .choose(&mut renewal.chance)
            .copied()
            .unwrap_or(usual),
        _ => usual,
    };
    let age = now
        .date_naive()
        .years_since(person.invented.born)
        .unwrap_or_default();
    let service = match age {
        ..=1 => "13237",
        2..=49 => "13437",
        50..=59 => "13537",
        60..=69 => "13637",
        70..=79 => "13737",
        _ => "13837",
    };
    let lasted = minutes(3..9, &mut renewal.chance);
    let body = json!({"billObj": {
        "personId": person.actor.person, "prescriptionId": renewal.id(), "diagnosisCode": diagnosis,
        "serviceCode": service, "serviceStartTime": now - lasted, "serviceEndTime": now, "billWay": "phone",
    }});
    let billed = world
        .clinic
        .post(doctor(world, renewal), "/tele-plan/bill", &body)
        .await?;
    Ok((billed, Some(next)))
}

/// The newest copy that can still be voided, and how.
fn copy(seen: &Value) -> Option<&Value> {
    let copies = seen["copies"].as_array()?;
    let can_be_voided = |copy: &&Value| {
        copy["voidWays"]
            .as_array()
            .is_some_and(|ways| !ways.is_empty())
    };
    copies
        .iter()
        .filter(can_be_voided)
        .max_by_key(|copy| copy["number"].as_i64())
}

async fn hand_over(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let by = doctor(world, renewal);
    let seen = match look(world, by, renewal).await? {
        Ok(seen) => seen,
        Err(why) => return Ok((Err(why), None)),
    };
    let Some(copy) = copy(&seen) else {
        return Ok((Ok(seen), None));
    };
    let patient = &world.patients[renewal.patient].invented;
    let body = json!({
        "prescriptionId": renewal.id(), "copyId": copy["_id"], "how": "patient",
        "at": world.clinic.now(),
        "to": format!("{} {}", patient.first_name, patient.last_name),
    });
    Ok((
        world
            .clinic
            .put(by, "/prescription/handed-over", &body)
            .await?,
        None,
    ))
}

async fn void(world: &World, renewal: &mut Renewal) -> Result<Done> {
    let by = doctor(world, renewal);
    let seen = match look(world, by, renewal).await? {
        Ok(seen) => seen,
        Err(why) => return Ok((Err(why), None)),
    };
    let (After::Again(reason, words), Some(copy)) = (renewal.after, copy(&seen)) else {
        return Ok((Ok(seen), None));
    };
    let other = world.another_pharmacy(renewal.pharmacy, words != MOVED, &mut renewal.chance);
    // As the page offers it: the usual way first.
    let how = copy["voidWays"][0].clone();
    let mut body = json!({
        "prescriptionId": renewal.id(), "copyId": copy["_id"], "reason": reason, "words": words,
        "how": how, "pharmacy": {"_id": other},
    });
    if how == "phone" {
        body["toldName"] = "The pharmacist on duty".into();
        body["toldAt"] = json!(world.clinic.now());
    }
    let voided = world.clinic.put(by, "/prescription/void", &body).await?;
    renewal.after = After::Nothing;
    let next = renewal.later(world.clinic.now(), 20..60, Some(days::CLINIC));
    Ok((voided, Some((next, Step::SignAgain(0)))))
}

async fn sign_again(world: &World, renewal: &mut Renewal, looked: u8) -> Result<Done> {
    let seen = look(world, doctor(world, renewal), renewal).await?;
    let next = renewal.later(world.clinic.now(), 20..60, Some(days::CLINIC));
    let step = match &seen {
        Ok(seen) if seen["canSign"].is_null() => Some((next, Step::Sign)),
        Ok(_) if looked < 6 => Some((next, Step::SignAgain(looked + 1))),
        _ => None,
    };
    Ok((seen, step))
}

/// A signature: two waves of the pen and a flourish, never twice the same shape.
fn strokes(chance: &mut StdRng) -> Value {
    let mut waves = || {
        let turns = chance.random_range(2.0..6.0);
        (
            chance.random_range(8.0..30.0),
            turns,
            chance.random_range(0.0..6.0),
        )
    };
    let (first, second, third) = (waves(), waves(), waves());
    let slope = chance.random_range(-14.0..14.0);
    let point = |n: f64| {
        let at = n / 71.0;
        let wave =
            |(height, turns, begin): (f64, f64, f64)| height * f64::sin(begin + at * turns * 6.3);
        [
            20.0 + at * 340.0 + wave(third),
            70.0 + at * slope + wave(first) + wave(second) * (1.0 - at),
            n * 14.0,
        ]
    };
    let pen: Vec<[f64; 3]> = (0..72).map(f64::from).map(point).collect();
    json!([pen])
}
