// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the demo's clinic does besides renewals: messages, notes, laboratory results, sleep studies, claims and
//! suggestions. Each day brings some of them, in proportion to the patients.

use chrono::{DateTime, TimeDelta, Utc};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use salal_demo::{Card, Invented};
use serde_json::{Value, json};

use super::clinic::{Actor, Answered, Refused};
use super::days::{self, Hours, minutes};
use super::{About, Errand, World, renewals};
use crate::context::Context;
use crate::demo::messages::one_page;
use crate::error::Result;
use crate::features::{audit, lab_tests};

/// What is going on, for a patient, as far as it has come.
pub(super) struct Talk {
    kind: Kind,
    patient: usize,
    /// Which of its kind on its day.
    number: u64,
    /// Which of the steps is next.
    step: u8,
    chance: StdRng,
    seen: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The patient asks customer service or a doctor.
    Question,
    /// A doctor writes to the patient.
    Letter,
    Note,
    Lab,
    Sleep(Sleep),
    Suggestion,
}

/// How far a sleep study gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sleep {
    Unpaid,
    Cancelled,
    Sent,
    Refunded,
}

/// How many of each kind a patient has in a thousand days.
const OFTEN: [(Kind, u32); 9] = [
    (Kind::Question, 8),
    (Kind::Letter, 6),
    (Kind::Note, 9),
    (Kind::Lab, 6),
    (Kind::Sleep(Sleep::Sent), 2),
    (Kind::Sleep(Sleep::Refunded), 1),
    (Kind::Sleep(Sleep::Cancelled), 1),
    (Kind::Sleep(Sleep::Unpaid), 1),
    (Kind::Suggestion, 2),
];

/// From this day on one kind a day happens at least once. The laboratory's comes on the fifth, and is matched to nobody
/// (`lab`).
const FIRST_OF_ALL: u64 = 2;

/// This patient, or the next whom it can happen to.
fn someone_for(world: &World, kind: Kind, patient: usize) -> usize {
    let many = world.patients.len();
    let has_card = |at: &usize| matches!(world.patients[*at].invented.card, Card::Bc(_));
    let fitting = (0..many).map(|on| (patient + on) % many).find(has_card);
    match kind {
        Kind::Lab => fitting.unwrap_or(patient),
        // Two sleep studies of one patient at a time would be in each other's way.
        Kind::Sleep(sleep) => sleep as usize % many,
        _ => patient,
    }
}

/// Seals and signs the audit, as the worker does all the time.
pub(super) async fn seal(ctx: &Context) -> Result<()> {
    while audit::seal(ctx).await? > 0 {}
    audit::sign(ctx).await
}

/// What happens on the day that begins now.
pub(super) async fn begin_day(world: &mut World, day: u64) -> Result<()> {
    seal(&world.clinic.ctx).await?;
    let mut chance = world.chance(About::Day, day);
    let now = world.clinic.now();
    let patients = world.patients.len();
    for (place, (kind, often)) in (0_u64..).zip(OFTEN) {
        let per_day =
            f64::from(often) / 1_000.0 * f64::from(u32::try_from(patients).unwrap_or(u32::MAX));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small positive number"
        )]
        let many = (per_day + chance.random_range(0.0..1.0)) as u64;
        // Each kind is met once in a small clinic too.
        let is_first = day == FIRST_OF_ALL + place;
        let many = if is_first { 1 } else { many };
        for one in 0..many.min(u64::try_from(patients).unwrap_or(u64::MAX)) {
            let mut patient = chance.random_range(0..patients);
            if is_first {
                patient = someone_for(world, kind, patient);
            }
            let at = days::AWAKE.some_time(now, &mut chance).max(now);
            let talk = Talk {
                kind,
                patient,
                number: day + one,
                step: 0,
                chance: world.chance(About::Talk, (day * 16 + place) * 100_000 + one),
                seen: Value::Null,
            };
            world.plan(at, Errand::Talk(Box::new(talk)));
        }
    }
    if day % 7 == 5 {
        send_bills(world).await?;
    }
    // Twice, so that what the plan held back is paid by the second.
    if day % 31 == 27 {
        pull_remittance(world).await?;
    }
    Ok(())
}

/// Asked a moment ago, so that customer service has something to answer when somebody looks around.
pub(super) fn leave_questions(world: &mut World) {
    for (number, minutes) in [(2, 26), (5, 11)] {
        let talk = Talk {
            kind: Kind::Question,
            patient: 0,
            number,
            step: 0,
            chance: world.chance(About::Talk, u64::MAX - number),
            seen: Value::Null,
        };
        let at = world.end - TimeDelta::minutes(minutes) - world.some_seconds(100 + number);
        world.plan(at, Errand::Talk(Box::new(talk)));
    }
}

async fn send_bills(world: &mut World) -> Result<()> {
    if std::mem::take(&mut world.unsent_bills) == 0 {
        return Ok(());
    }
    let sent = world
        .clinic
        .post(&world.admin, "/tele-plan/send-unsent-bills", &json!({}))
        .await?;
    world.note(&sent);
    Ok(())
}

async fn pull_remittance(world: &mut World) -> Result<()> {
    let pulled = world
        .clinic
        .post(
            &world.admin,
            "/tele-plan/pull-latest-remittance",
            &json!({}),
        )
        .await?;
    world.note(&pulled);
    Ok(())
}

/// The answer of a step, and when the next is.
type Done = (Answered, Option<DateTime<Utc>>);

/// Does the next step of a talk, and plans the one after it.
pub(super) async fn go_on(world: &mut World, mut talk: Box<Talk>) -> Result<()> {
    let step = talk.step;
    let (answered, next) = match talk.kind {
        Kind::Question => question(world, &mut talk, step).await?,
        Kind::Letter => letter(world, &mut talk, step).await?,
        Kind::Note => note(world, &mut talk, step).await?,
        Kind::Lab => lab(world, &mut talk, step).await?,
        Kind::Sleep(sleep) => sleep_study(world, &mut talk, sleep, step).await?,
        Kind::Suggestion => suggestion(world, &mut talk, step).await?,
    };
    match answered {
        Err(why) => world.refused(&why),
        Ok(seen) => {
            if seen["_id"].is_string() {
                talk.seen = seen;
            }
            if let Some(at) = next {
                talk.step += 1;
                world.plan(at, Errand::Talk(talk));
            }
        }
    }
    Ok(())
}

impl Talk {
    fn later(&mut self, world: &World, range: std::ops::Range<i64>, hours: Hours) -> DateTime<Utc> {
        let later = world.clinic.now() + minutes(range, &mut self.chance);
        hours.next(later, &mut self.chance)
    }

    fn id(&self) -> &str {
        self.seen["_id"].as_str().unwrap_or_default()
    }

    /// The doctor who deals with it.
    fn doctor<'a>(&self, world: &'a World) -> &'a Actor {
        &world.doctors[self.patient % world.doctors.len()]
    }

    fn one<T: Copy>(&mut self, list: &[T]) -> T {
        *list
            .choose(&mut self.chance)
            .expect("the lists here are not empty")
    }
}

/// A form with texts, and perhaps a file.
fn form(fields: &[(&str, &str)], file: Option<(&str, Vec<u8>)>) -> (String, Vec<u8>) {
    const BOUNDARY: &str = "salal-demo-form";
    let mut body = Vec::new();
    for (name, value) in fields {
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend(part.into_bytes());
    }
    if let Some((name, bytes)) = file {
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
             Content-Type: application/pdf\r\n\r\n"
        );
        body.extend(part.into_bytes());
        body.extend(bytes);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}

/// Whom a text may be about.
type Fits = fn(&Invented) -> bool;

const ANYONE: Fits = |_| true;
const BLOOD_PRESSURE: Fits = |one| has(one, "High blood pressure");
const DIABETES: Fits = |one| has(one, "Diabetes");
const THYROID: Fits = |one| takes(one, &["LEVOTHYROXINE"]);
const AMLODIPINE: Fits = |one| takes(one, &["AMLODIPINE"]);
const STOMACH: Fits = |one| takes(one, &["PANTOPRAZOLE", "RABEPRAZOLE", "FAMOTIDINE"]);

fn has(one: &Invented, condition: &str) -> bool {
    one.conditions.contains(&condition)
}

fn takes(one: &Invented, drugs: &[&str]) -> bool {
    let mut taken = one.medications.iter();
    taken.any(|taken| drugs.contains(&taken.drug))
}

/// A text and what is said to it, about somebody it fits.
type Exchange = (Fits, &'static str, &'static str, &'static str);

/// What patients ask, and what they are answered.
const QUESTIONS: [Exchange; 8] = [
    (
        ANYONE,
        "Receipt for my insurance",
        "Hello, my insurer asks for a receipt with the doctor’s name. Where do I find it?",
        "You find it in your history: open the request and choose Receipt. It names the doctor who reviewed it.",
    ),
    (
        |one| one.city != "Victoria",
        "Change of pharmacy",
        "Good morning, I am moving to Victoria next month. Where do I change my pharmacy?",
        "You can choose another pharmacy in your medical information, or while you make a request.",
    ),
    (
        ANYONE,
        "Opening hours",
        "Good morning. Does a doctor look at requests on Sundays too, or should I ask on Friday?",
        "Every day, Sundays too. A doctor should answer within 24 hours after you have paid.",
    ),
    (
        ANYONE,
        "Travelling for two months",
        "I am away for two months soon and would like to take my medication along. Can I get all of it at once?",
        "Please write it beside the medication when you make the request, and the doctor will decide.",
    ),
    (
        BLOOD_PRESSURE,
        "Blood pressure readings",
        "My readings of the last week: 132/84, 128/80, 135/86, 130/82. In the morning, before breakfast. Does the doctor want them?",
        "Thank you. The doctor sees them with your next request, and writes to you if something is to be changed.",
    ),
    (
        AMLODIPINE,
        "Side effect?",
        "Since the new strength my ankles are swollen in the evening. Is that from the tablets?",
        "That can happen with this medication. Please see a doctor this week, and go to an emergency department if you are short of breath.",
    ),
    (
        |one| matches!(one.card, Card::Bc(_)),
        "Wrong birthdate on my card",
        "My new card came with a wrong birthdate. What shall I do?",
        "Please call Health Insurance BC; once it is corrected there, the next check will find it.",
    ),
    (
        ANYONE,
        "Paid twice?",
        "I pressed Pay twice because nothing happened. Was my card charged twice?",
        "No, a request is charged once, however often you press. Your history has one receipt for it.",
    ),
];

/// Opens the thread of a talk.
async fn read(world: &World, by: &Actor, talk: &Talk) -> Result<Answered> {
    let path = format!("/message/{}", talk.id());
    world.clinic.get(by, &path).await
}

async fn mark_read(world: &World, by: &Actor, talk: &Talk) -> Result<Answered> {
    let body = json!({"id": talk.id(), "isRead": true});
    world.clinic.put(by, "/message/updateIsRead", &body).await
}

/// Answers in the thread of a talk.
async fn reply(world: &World, by: &Actor, talk: &Talk, words: &str) -> Result<Answered> {
    let from = by.person.to_string();
    let fields = [
        ("id", talk.id()),
        ("from", from.as_str()),
        ("to", ""),
        ("message", words),
    ];
    let form = form(&fields, None);
    world
        .clinic
        .send(by, "PUT", "/message/updateReplies", form)
        .await
}

async fn question(world: &World, talk: &mut Talk, step: u8) -> Result<Done> {
    let (_, subject, asked, answered) = talk.entry(world, &QUESTIONS, |one| one.0);
    let patient = &world.patients[talk.patient].actor;
    match step {
        0 => {
            let is_about_tablets =
                subject == "Side effect?" || subject == "Travelling for two months";
            let file =
                is_about_tablets.then(|| ("label.pdf", one_page(&["Label of the last supply"])));
            let from = patient.person.to_string();
            let fields = [
                ("from", from.as_str()),
                ("to", "Customer Service"),
                ("subject", subject),
                ("message", asked),
            ];
            let sent = world
                .clinic
                .send(patient, "POST", "/message", form(&fields, file))
                .await?;
            // Some of today's and yesterday's are not answered yet.
            let next = talk.later(world, 30..1_700, days::CLINIC);
            Ok((sent, Some(next)))
        }
        1 => {
            let opened = read(world, &world.care, talk).await?;
            let next = talk.later(world, 1..5, days::CLINIC);
            Ok((opened, Some(next)))
        }
        2 => {
            let sent = reply(world, &world.care, talk, answered).await?;
            let next = talk.later(world, 20..2_000, days::AWAKE);
            Ok((sent.map(|_| Value::Null), Some(next)))
        }
        3 => {
            let opened = read(world, patient, talk).await?;
            let next = talk.later(world, 0..1, days::AWAKE);
            Ok((opened, Some(next)))
        }
        _ => {
            let read = mark_read(world, patient, talk).await?;
            Ok((read, None))
        }
    }
}

impl Talk {
    /// Which entry of a list this talk is about: the same at each step, and one that fits the patient.
    fn entry<T: Copy>(&self, world: &World, list: &[T], fits: fn(&T) -> Fits) -> T {
        let patient = &world.patients[self.patient].invented;
        let fitting: Vec<&T> = list.iter().filter(|one| fits(one)(patient)).collect();
        let number = usize::try_from(self.number).unwrap_or_default();
        *fitting[(self.patient * 7 + number) % fitting.len()]
    }
}

/// What doctors write to patients, and what they answer.
const LETTERS: [Exchange; 6] = [
    (
        THYROID,
        "About your renewal",
        "Good morning. Your last thyroid test was more than a year ago. Have you had one since? If not, I have added a request for one.",
        "Yes, two months ago, at the walk-in clinic. I have asked them to send you the result.",
    ),
    (
        BLOOD_PRESSURE,
        "Blood pressure",
        "Before the next renewal I would like to see some readings. Please measure in the morning for a week.",
        "Thank you, I will send them next week.",
    ),
    (
        BLOOD_PRESSURE,
        "Your laboratory result",
        "Your potassium is normal. Nothing has to be changed.",
        "That is good to hear, thank you!",
    ),
    (
        STOMACH,
        "Medication for the stomach",
        "You have taken this for two years now. Let us talk about whether you still need it.",
        "I have tried without it and couldn’t sleep. May I keep it for now?",
    ),
    (
        ANYONE,
        "Supply at home",
        "By our record you should still have some of this. For how many days is it enough?",
        "For about two weeks. I only wanted to ask in time.",
    ),
    (
        ANYONE,
        "A visit in person",
        "When did a doctor last see you in person? Once a year someone should, and not only read what you write.",
        "Last month, for the yearly check-up. Nothing new was found.",
    ),
];

async fn letter(world: &World, talk: &mut Talk, step: u8) -> Result<Done> {
    let (_, subject, written, answered) = talk.entry(world, &LETTERS, |one| one.0);
    let patient = &world.patients[talk.patient].actor;
    match step {
        0 => {
            let next = talk.later(world, 1..30, days::CLINIC);
            Ok((Ok(Value::Null), Some(next)))
        }
        1 => {
            let doctor = talk.doctor(world);
            let (from, to) = (doctor.person.to_string(), patient.person.to_string());
            let fields = [
                ("from", from.as_str()),
                ("to", to.as_str()),
                ("subject", subject),
                ("message", written),
            ];
            let file = (subject == "About your renewal").then(|| {
                (
                    "lab-request.pdf",
                    one_page(&[
                        "Laboratory request (demonstration)",
                        "TSH, fasting not needed",
                        "Please take this page to any laboratory.",
                    ]),
                )
            });
            let sent = world
                .clinic
                .send(doctor, "POST", "/message", form(&fields, file))
                .await?;
            let next = talk.later(world, 60..3_000, days::AWAKE);
            Ok((sent, Some(next)))
        }
        2 => {
            let opened = read(world, patient, talk).await?;
            let next = talk.later(world, 2..9, days::AWAKE);
            Ok((opened, Some(next)))
        }
        3 => {
            let read = mark_read(world, patient, talk).await?;
            let next = talk.later(world, 1..9, days::AWAKE);
            let is_answered = talk.chance.random_bool(0.7);
            Ok((read, is_answered.then_some(next)))
        }
        _ => Ok((reply(world, patient, talk, answered).await?, None)),
    }
}

/// Notes, and how they are revised.
const NOTES: [(Fits, &str, &str); 7] = [
    (
        BLOOD_PRESSURE,
        "Telephone call. Readings at home around 130/80. Tolerates the medication well. Renewed for a month.",
        "Telephone call. Readings at home around 130/80, pulse 64. Tolerates the medication well. Renewed for a month.",
    ),
    (
        ANYONE,
        "Asked for an earlier renewal because of a journey. Agreed once.",
        "Asked for an earlier renewal because of a journey to Portugal. Agreed once.",
    ),
    (
        THYROID,
        "TSH 2.4 in the last result. Same dose for a year.",
        "TSH 2.4 in the last result, taken fasting. Same dose for a year.",
    ),
    (
        AMLODIPINE,
        "Swollen ankles since the higher dose of amlodipine. Advised to see a doctor in person.",
        "Swollen ankles since the higher dose of amlodipine, no breathlessness. Advised to see a doctor in person this week.",
    ),
    (
        DIABETES,
        "HbA1c 7.1. Diet was discussed. Next test in three months.",
        "HbA1c 7.1, before that 7.6. Diet was discussed. Next test in three months.",
    ),
    (
        ANYONE,
        "Telephone call. Takes everything as written, no side effects. Renewed for a month.",
        "Telephone call. Takes everything as written, no side effects, no new medication from elsewhere. Renewed for a month.",
    ),
    (
        ANYONE,
        "Weighs 2 kg less than half a year ago, on purpose. Nothing to change.",
        "Weighs 2 kg less than half a year ago, on purpose; walks every day. Nothing to change.",
    ),
];

async fn note(world: &World, talk: &mut Talk, step: u8) -> Result<Done> {
    let (_, first, second) = talk.entry(world, &NOTES, |one| one.0);
    let (doctor, person) = (
        talk.doctor(world).clone(),
        world.patients[talk.patient].actor.person,
    );
    let newest = |seen: &Value| {
        seen["versions"]
            .as_array()
            .and_then(|all| all.last())
            .map(|one| one["_id"].clone())
    };
    match step {
        0 => {
            let next = talk.later(world, 1..30, days::CLINIC);
            Ok((Ok(Value::Null), Some(next)))
        }
        1 => {
            let read = world
                .clinic
                .get(&doctor, &format!("/note/person/{person}"))
                .await?;
            let next = talk.later(world, 2..6, days::CLINIC);
            Ok((read.map(|_| Value::Null), Some(next)))
        }
        2 => {
            let body = json!({"personId": person, "text": first});
            let signed = world.clinic.put(&doctor, "/notedraft/sign", &body).await?;
            let next = talk.later(world, 3..40, days::CLINIC);
            Ok((
                signed,
                Some(next).filter(|_| !talk.patient.is_multiple_of(3)),
            ))
        }
        3 => {
            let body = json!({"noteId": talk.id(), "personId": person, "text": second, "lastVersion": newest(&talk.seen)});
            let revised = world.clinic.put(&doctor, "/note", &body).await?;
            let next = talk.later(world, 1..10, days::CLINIC);
            Ok((
                revised,
                Some(next).filter(|_| talk.patient.is_multiple_of(2)),
            ))
        }
        _ => {
            let body =
                json!({"noteId": talk.id(), "to": person, "lastVersion": newest(&talk.seen)});
            let sent = world.clinic.put(&doctor, "/note/sendNote", &body).await?;
            Ok((sent, None))
        }
    }
}

async fn lab(world: &World, talk: &mut Talk, step: u8) -> Result<Done> {
    let patient = &world.patients[talk.patient];
    let Card::Bc(number) = &patient.invented.card else {
        return Ok((Ok(Value::Null), None));
    };
    match step {
        0 => {
            let next = talk.later(world, 1..90, days::CLINIC);
            Ok((Ok(Value::Null), Some(next)))
        }
        1 => {
            // One report in five has another birthdate, and waits to be matched.
            let is_known = !talk.number.is_multiple_of(5);
            let name = &patient.invented;
            let born = name.born - TimeDelta::days(if is_known { 0 } else { 365 });
            let born = born.format("%Y%m%d");
            let now = world.clinic.now();
            let taken = (now - TimeDelta::hours(20)).format("%Y%m%d%H%M%S+0000");
            let (sent, order) = (
                now.format("%Y%m%d%H%M%S+0000"),
                format!("CIL-{}", 80_000 + world.made.requests * 100 + talk.number),
            );
            let results = results(name, &mut talk.chance);
            let text = format!(
                "MSH|^~\\&|LIS|Cedar Invented Laboratory|EMR|SALAL|{sent}||ORU^R01|{order}|P|2.3\r\
                 PID|1||{number}^^^BC^JHN||{}^{}||{born}|{}\r\
                 OBR|1||{order}|CHEM^Chemistry^L|||{taken}\r{results}",
                name.last_name.to_uppercase(),
                name.first_name.to_uppercase(),
                if name.sex == "Male" { "M" } else { "F" },
            );
            let imported = lab_tests::import_bytes(&world.clinic.ctx, text.into_bytes()).await;
            if let Err(error) = imported {
                let (code, told) = (String::new(), format!("a laboratory report: {error}"));
                return Ok((Err(Refused { code, told }), None));
            }
            let next = talk.later(world, 20..2_500, days::CLINIC);
            Ok((Ok(Value::Null), is_known.then_some(next)))
        }
        _ => {
            let (doctor, person) = (talk.doctor(world), patient.actor.person);
            let tests = match world
                .clinic
                .get(doctor, &format!("/lab-test/{person}"))
                .await?
            {
                Ok(tests) => tests,
                Err(why) => return Ok((Err(why), None)),
            };
            let open = tests
                .as_array()
                .into_iter()
                .flatten()
                .find(|test| test["acknowledged"].is_null());
            let Some(open) = open else {
                return Ok((Ok(Value::Null), None));
            };
            let body = json!({"personId": person, "labtestId": open["_id"]});
            Ok((
                world
                    .clinic
                    .put(doctor, "/lab-test/acknowledge", &body)
                    .await?,
                None,
            ))
        }
    }
}

/// A test of blood: who has it, its code, name and unit, its usual range, and the least and the most that is found.
struct BloodTest {
    fits: Fits,
    code: &'static str,
    name: &'static str,
    unit: &'static str,
    usual: (f64, f64),
    found: (f64, f64),
    /// How many digits follow the point.
    digits: usize,
}

const fn blood_test(
    fits: Fits,
    [code, name, unit]: [&'static str; 3],
    usual: (f64, f64),
    found: (f64, f64),
    digits: usize,
) -> BloodTest {
    BloodTest {
        fits,
        code,
        name,
        unit,
        usual,
        found,
        digits,
    }
}

const BLOOD_TESTS: [BloodTest; 6] = [
    blood_test(THYROID, ["TSH", "TSH", "mU/L"], (0.3, 4.0), (0.2, 5.6), 2),
    blood_test(
        |one| !has(one, "Seasonal allergies"),
        ["K", "Potassium", "mmol/L"],
        (3.5, 5.0),
        (3.3, 5.4),
        1,
    ),
    blood_test(
        ANYONE,
        ["CREA", "Creatinine", "umol/L"],
        (50.0, 105.0),
        (48.0, 128.0),
        0,
    ),
    blood_test(
        |one| has(one, "High cholesterol") || has(one, "Heart disease"),
        ["LDL", "LDL cholesterol", "mmol/L"],
        (0.0, 3.5),
        (1.4, 4.4),
        1,
    ),
    blood_test(
        DIABETES,
        ["A1C", "Hemoglobin A1c", "%"],
        (4.0, 6.0),
        (5.6, 8.2),
        1,
    ),
    blood_test(
        |one| has(one, "Anemia"),
        ["HB", "Hemoglobin", "g/L"],
        (120.0, 160.0),
        (104.0, 150.0),
        0,
    ),
];

/// The results of what is watched in this patient, some outside their range.
fn results(patient: &Invented, chance: &mut StdRng) -> String {
    let mut text = String::new();
    let wanted = BLOOD_TESTS.iter().filter(|test| (test.fits)(patient));
    for (place, test) in (1..).zip(wanted) {
        let (low, high) = test.usual;
        let value = chance.random_range(test.found.0..test.found.1);
        let flag = if value > high {
            "H"
        } else if value < low {
            "L"
        } else {
            "N"
        };
        let (code, name, unit, digits) = (test.code, test.name, test.unit, test.digits);
        text.push_str(&format!(
            "OBX|{place}|NM|{code}^{name}^L||{value:.digits$}|{unit}|{low} - {high}|{flag}|||F\r"
        ));
    }
    text
}

/// What a patient says of sleep, measured some days ago.
fn sleep_info(chance: &mut StdRng, now: DateTime<Utc>) -> Value {
    let measured = (now - TimeDelta::days(3))
        .format("%Y-%m-%dT%H:%M")
        .to_string();
    json!({
        "height": chance.random_range(152..193), "weight": chance.random_range(58..121),
        "gainWeight": chance.random_bool(0.5), "depression": false, "diabetes": false,
        "heartDisease": false, "atrialFibrillation": false, "cognitionDeteriorating": false,
        "snore": true, "asleepBreathPause": chance.random_bool(0.6), "asleepChoke": chance.random_bool(0.3),
        "bloodPressureMedication": chance.random_bool(0.4),
        "bloodPressures": [{"systolic": chance.random_range(112..156), "diastolic": chance.random_range(68..95), "measureDate": measured}],
    })
}

async fn sleep_study(world: &World, talk: &mut Talk, sleep: Sleep, step: u8) -> Result<Done> {
    let patient = &world.patients[talk.patient].actor;
    match step {
        0 => {
            let body = sleep_info(&mut talk.chance, world.clinic.now());
            let info = world.clinic.post(patient, "/sleep-info", &body).await?;
            let next = talk.later(world, 1..6, days::AWAKE);
            Ok((info, Some(next)))
        }
        1 => {
            let clinics = match world.clinic.get(patient, "/sleep-clinic").await? {
                Ok(clinics) => clinics,
                Err(why) => return Ok((Err(why), None)),
            };
            // A clinic whose fax fails is for the office to see to, which takes some hours.
            let is_seen_to = world.clinic.now() < world.end - TimeDelta::days(3);
            let is_fine = |clinic: &&Value| {
                let name = clinic["name"].as_str().unwrap_or_default();
                is_seen_to || !name.starts_with("Test")
            };
            let all: Vec<&Value> = clinics
                .as_array()
                .into_iter()
                .flatten()
                .filter(is_fine)
                .collect();
            let Some(clinic) = all.choose(&mut talk.chance) else {
                return Ok((Ok(Value::Null), None));
            };
            let body = json!({"sleepInfoObj": {"_id": talk.id()}, "sleepClinicObj": {"_id": clinic["_id"]}});
            let ordered = world
                .clinic
                .post(patient, "/sleep-assessment", &body)
                .await?;
            let next = talk.later(world, 1..6, days::AWAKE);
            Ok((ordered, Some(next).filter(|_| sleep != Sleep::Unpaid)))
        }
        2 if sleep == Sleep::Cancelled => {
            let body = json!({"id": talk.id()});
            Ok((
                world
                    .clinic
                    .put(patient, "/sleep-assessment/cancel", &body)
                    .await?,
                None,
            ))
        }
        2 => {
            let body = json!({"id": talk.id(), "amount": talk.seen["fee"]["amount"], "stripeTokenId": "tok_visa"});
            let paid = match world
                .clinic
                .put(patient, "/sleep-assessment/set-pay", &body)
                .await?
            {
                Ok(paid) => paid,
                Err(why) => return Ok((Err(why), None)),
            };
            let body = json!({"id": talk.id(), "personId": patient.person, "paymentId": paid["payment"]["_id"]});
            let done = world
                .clinic
                .put(patient, "/sleep-assessment/payment-completed", &body)
                .await?;
            let next = talk.later(world, 120..1_400, days::CLINIC);
            Ok((done, Some(next)))
        }
        3 => {
            let said = "Their line was busy; the front desk took the request down by telephone.";
            let confirmed = renewals::confirm_fax(world, talk.id(), said).await?;
            let next = talk.later(world, 120..1_400, days::CLINIC);
            Ok((confirmed, Some(next).filter(|_| sleep == Sleep::Refunded)))
        }
        _ => {
            let seen = match world
                .clinic
                .get(&world.office, &format!("/sleep-assessment/{}", talk.id()))
                .await?
            {
                Ok(seen) => seen,
                Err(why) => return Ok((Err(why), None)),
            };
            let body =
                json!({"chargeId": seen["payment"]["chargeId"], "amount": seen["refundable"]});
            Ok((
                world
                    .clinic
                    .put(&world.office, "/payment/refund", &body)
                    .await?,
                None,
            ))
        }
    }
}

const SUGGESTIONS: [&str; 5] = [
    "A button that asks for everything I had last time would be wonderful.",
    "Could the history show when my supply runs out?",
    "On my tablet the list of pharmacies is hard to scroll.",
    "Please add my pharmacy in Osoyoos.",
    "The receipt could go to my email address automatically.",
];

async fn suggestion(world: &World, talk: &mut Talk, step: u8) -> Result<Done> {
    let patient = &world.patients[talk.patient].actor;
    if step == 0 {
        let body = json!({"message": talk.one(&SUGGESTIONS), "personId": patient.person});
        let sent = world.clinic.post(patient, "/problem", &body).await?;
        let next = talk.later(world, 600..9_000, days::CLINIC);
        return Ok((sent, Some(next)));
    }
    let list = match world.clinic.get(&world.admin, "/problem").await? {
        Ok(list) => list,
        Err(why) => return Ok((Err(why), None)),
    };
    let unread = list["items"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|one| one["isRead"] == false);
    let Some(unread) = unread else {
        return Ok((Ok(Value::Null), None));
    };
    let body = json!({"id": unread["_id"]});
    Ok((
        world
            .clinic
            .put(&world.admin, "/problem/acknowledge", &body)
            .await?,
        None,
    ))
}
