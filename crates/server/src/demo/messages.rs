// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's messages: what the ready patient finds in the inbox, sent and archive. The texts are invented.

use chrono::TimeDelta;
use salal_db::Transaction;
use uuid::Uuid;

use super::repo;
use crate::api::{RawFile, Sender, Spooled};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::messages::{self, MessageGroup, NewMessage, NewReply, To};
use crate::features::uploads::{self, Category, Kept, Kinds};

const PATIENT: &str = "patient@salal.example";
const DOCTOR: &str = "doctor@salal.example";
const SECOND_DOCTOR: &str = "doctor2@salal.example";
const CARE: &str = "care@salal.example";

/// The attachment of the newest message, checked and put into its place before the demo's transaction begins.
pub(super) async fn attachment(ctx: &Context) -> Result<Kept> {
    let file = RawFile {
        field: "files".into(),
        name: "lab-request.pdf".into(),
        content: Spooled::in_memory(one_page(&[
            "Laboratory request (demonstration)",
            "TSH, fasting not needed",
            "Please take this page to any laboratory.",
        ])),
        sender: Sender::salal(),
    };
    uploads::receive(ctx, file, Kinds::IMAGES_AND_PDF).await
}

/// A page with some lines of text.
pub(super) fn one_page(lines: &[&str]) -> Vec<u8> {
    let mut drawn = String::from("BT /F1 16 Tf 20 TL 72 700 Td");
    for line in lines {
        let plain: String = line.chars().filter(|c| !"()\\".contains(*c)).collect();
        drawn.push_str(&format!(" ({plain}) Tj T*"));
    }
    drawn.push_str(" ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{drawn}\nendstream", drawn.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut file = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (object, number) in objects.iter().zip(1..) {
        places.push(file.len());
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let start = file.len();
    let count = places.len() + 1;
    file.push_str(&format!("xref\n0 {count}\n0000000000 65535 f \n"));
    for place in places {
        file.push_str(&format!("{place:010} 00000 n \n"));
    }
    file.push_str(&format!(
        "trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

struct People {
    patient: Uuid,
    doctor: Uuid,
    second_doctor: Uuid,
    care: Uuid,
}

impl People {
    async fn find(tx: &Transaction) -> Result<Self> {
        let person = async |email: &str| {
            salal_demo::person_of(tx, email)
                .await?
                .ok_or_else(|| Error::broken("the demo's people are not there"))
        };
        Ok(Self {
            patient: person(PATIENT).await?,
            doctor: person(DOCTOR).await?,
            second_doctor: person(SECOND_DOCTOR).await?,
            care: person(CARE).await?,
        })
    }

    fn all(&self) -> [Uuid; 4] {
        [self.patient, self.doctor, self.second_doctor, self.care]
    }
}

/// How old each thread is, the oldest first, where the people have been here for so long: in days and seconds.
const AGES: [(i64, i64); 4] = [(34, 11_447), (21, 4_022), (9, 8_615), (1, 1_983)];

/// Stores the threads of people who were only just stored: they joined before they wrote to each other.
pub(super) async fn post_as_acquainted(
    tx: &Transaction,
    ctx: &Context,
    attachment: Kept,
) -> Result<()> {
    let joined = ctx.now() - TimeDelta::days(AGES[0].0 + 6);
    for person in People::find(tx).await?.all() {
        repo::set_joined(tx, person, joined).await?;
    }
    post(tx, ctx, attachment).await
}

/// Stores the threads, each some days old, and none older than the accounts of those who wrote it.
pub(super) async fn post(tx: &Transaction, ctx: &Context, attachment: Kept) -> Result<()> {
    let people = People::find(tx).await?;
    let mut joined = None;
    for person in people.all() {
        joined = joined.max(repo::joined_at(tx, person).await?);
    }
    let patient = people.patient;
    let put_away = to_patient(
        tx,
        ctx,
        &people,
        people.second_doctor,
        "Blood pressure readings",
        "Thank you, those look steady. Please keep taking your medication in the morning and send me the next week’s readings when you have them.",
    )
    .await?;
    messages::archive(tx, put_away, patient, ctx.now()).await?;
    let greeting = to_patient(
        tx,
        ctx,
        &people,
        people.care,
        "Welcome",
        "Your account is ready. Write to us here whenever something does not work as you expect.",
    )
    .await?;
    messages::mark_read(tx, greeting, patient, ctx.now()).await?;
    let question = NewMessage {
        subject: "Change of pharmacy".into(),
        body: "Good morning, I am moving to Victoria next month. Where do I change my pharmacy?"
            .into(),
        from: Some(patient),
        to: To::Group(MessageGroup::CustomerService),
        about: Some(patient),
        subject_kind: None,
        subject_id: None,
        tells_of: None,
    };
    let question = messages::post(tx, ctx, question).await?;
    let answer = NewReply {
        from: people.care,
        body: "You can choose another pharmacy in your medical information, or while you make a request.".into(),
        by_link: false,
    };
    messages::answer(tx, ctx, question, answer).await?;
    let newest = to_patient(
        tx,
        ctx,
        &people,
        people.doctor,
        "About your levothyroxine renewal",
        "Good morning. Your last thyroid test was 14 months ago. Have you had one since?\n\nIf so, please attach the result. If not, I have added a lab request you can take to any lab.",
    )
    .await?;
    let file = uploads::take(
        tx,
        ctx,
        attachment,
        Category::Attachment,
        patient,
        Some(people.doctor),
    )
    .await?;
    messages::attach(tx, ctx, newest, &[file]).await?;
    let now = ctx.now();
    let fifth = (now - joined.unwrap_or(now)) / 5;
    let threads = [put_away, greeting, question, newest];
    for ((message, (days, seconds)), fifths_ago) in threads.into_iter().zip(AGES).zip((1..=4).rev())
    {
        // In a clinic that has worked for a few days, they follow one another faster.
        let age = TimeDelta::days(days) + TimeDelta::seconds(seconds);
        let age = age.min(fifth * fifths_ago);
        repo::set_written(tx, message, now - age).await?;
    }
    Ok(())
}

async fn to_patient(
    tx: &Transaction,
    ctx: &Context,
    people: &People,
    from: Uuid,
    subject: &str,
    body: &str,
) -> Result<Uuid> {
    let new = NewMessage {
        subject: subject.into(),
        body: body.into(),
        from: Some(from),
        to: To::Person(people.patient),
        about: Some(people.patient),
        subject_kind: None,
        subject_id: None,
        tells_of: None,
    };
    messages::post(tx, ctx, new).await
}
