// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /file/{id}`, and what files are taken at all, sent in as a health document.

use std::io::Write;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::files::{gif, jpeg, pdf, png};
use crate::support::threads::write;
use crate::support::{Answer, TestApp, User, number, on_both, phn};

/// Sends a file in as the front of the health card.
async fn send(app: &TestApp, by: &User, name: &str, bytes: Vec<u8>) -> Answer {
    let path = format!("/person/healthDoc/{}", by.person);
    let fields = json!({"personId": by.person, "BCCardNumber": phn(1)});
    app.form(by, Method::PUT, &path, &fields, &[("file", name, bytes)])
        .await
}

/// The file of the answer to `send`.
fn file(answer: Answer) -> Value {
    answer.ok()["HealthDocuments"][0]["files"][0].clone()
}

fn path(file: &Value) -> String {
    format!("/file/{}", file["_id"].as_str().expect("an id"))
}

async fn uploads(app: &TestApp) -> i64 {
    number(&app.ctx.db, "SELECT COUNT(*) AS n FROM upload").await
}

/// All files of the upload folder.
fn on_disk(app: &TestApp) -> Vec<std::path::PathBuf> {
    let Ok(rooms) = std::fs::read_dir(&app.ctx.settings.database.uploads) else {
        return Vec::new();
    };
    rooms
        .flatten()
        .flat_map(|room| std::fs::read_dir(room.path()).expect("a folder"))
        .map(|file| file.expect("a file").path())
        .collect()
}

/// A picture with what a camera writes into it: the way up, and the place.
fn from_a_camera() -> Vec<u8> {
    let plain = jpeg(60, 20);
    let note =
        b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS 49.28 -123.12";
    let length = u16::try_from(note.len() + 2).expect("short").to_be_bytes();
    [&plain[..2], &[0xff, 0xe1], &length, note, &plain[2..]].concat()
}

on_both!(
    comes_back_as_a_file_of_our_making,
    is_opened_by_its_owner_and_the_staff_alone,
    a_changed_file_on_the_disk_is_not_shown,
    a_file_that_is_not_in_the_folder_is_told,
    content_decides_and_not_the_name,
    documents_are_looked_through,
    pictures_are_unpacked_within_limits,
    too_large_and_too_many,
    of_one_person_are_looked_at_one_after_the_other,
    forms_that_no_browser_sends,
    bytes_without_a_row_are_swept,
    a_day_without_a_file_is_swept_as_well,
    while_effects_are_held_nothing_is_swept,
    nothing_of_another_installation_is_swept
);

async fn comes_back_as_a_file_of_our_making(app: &TestApp) {
    let patient = &app.users.patient;
    let kept = file(send(app, patient, "my card 🪪.JPG", from_a_camera()).await);
    assert_eq!(
        (&kept["name"], &kept["type"]),
        (&json!("my card 🪪.jpg"), &json!("image/jpeg"))
    );
    let answer = app.get(patient, &path(&kept)).await;
    assert_eq!(
        (answer.status, answer.content_type.as_str()),
        (200, "image/jpeg")
    );
    assert_eq!(
        answer.header("content-disposition"),
        "inline; filename*=UTF-8''my%20card%20%F0%9F%AA%AA.jpg"
    );
    assert!(
        answer
            .header("content-security-policy")
            .starts_with("sandbox")
    );
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(kept["size"].as_u64(), Some(answer.bytes.len() as u64));
    assert!(
        !answer.bytes.windows(3).any(|part| part == b"GPS"),
        "the place is still in it"
    );
    let upright = image::load_from_memory(&answer.bytes).expect("a picture");
    assert_eq!(
        (upright.width(), upright.height()),
        (20, 60),
        "turned upright"
    );
    let saved = app
        .get(patient, &format!("{}?download=true", path(&kept)))
        .await;
    assert!(
        saved
            .header("content-disposition")
            .starts_with("attachment; ")
    );
    assert!(
        on_disk(app)
            .iter()
            .all(|file| file.extension() != Some("part".as_ref()))
    );
}

async fn is_opened_by_its_owner_and_the_staff_alone(app: &TestApp) {
    let kept = file(send(app, &app.users.patient, "card.png", png(40, 30)).await);
    for (user, status) in [
        (&app.users.doctor, 200),
        (&app.users.office, 200),
        (&app.users.customer_service, 404),
        (&app.users.admin, 200),
        (&app.users.other, 404),
    ] {
        assert_eq!(
            app.get(user, &path(&kept)).await.status,
            status,
            "{}",
            user.email
        );
    }
    let before = number(
        &app.ctx.db,
        "SELECT COUNT(*) AS n FROM audit WHERE action = 'GET /file/{id}'",
    )
    .await;
    app.get(&app.users.doctor, &path(&kept)).await;
    app.get(&app.users.patient, &path(&kept)).await;
    let after = number(
        &app.ctx.db,
        "SELECT COUNT(*) AS n FROM audit WHERE action = 'GET /file/{id}'",
    )
    .await;
    assert_eq!(
        after,
        before + 1,
        "the doctor's look leaves a line, the owner's none"
    );
    assert_eq!(
        app.get(&app.users.doctor, &format!("/file/{}", uuid::Uuid::nil()))
            .await
            .status,
        404
    );
    assert_eq!(
        app.get(
            &app.users.patient,
            &format!("{}?download=perhaps", path(&kept))
        )
        .await
        .status,
        400
    );
}

async fn a_changed_file_on_the_disk_is_not_shown(app: &TestApp) {
    let kept = file(send(app, &app.users.patient, "card.png", png(40, 30)).await);
    let on_disk = on_disk(app).pop().expect("one file");
    std::fs::write(&on_disk, b"something else").expect("it is changed");
    for by in [&app.users.patient, &app.users.doctor] {
        let answer = app.get(by, &path(&kept)).await;
        answer.refused(503, "FILE_CHANGED");
    }
}

/// As on a second server that has another folder.
async fn a_file_that_is_not_in_the_folder_is_told(app: &TestApp) {
    let kept = file(send(app, &app.users.patient, "card.png", png(40, 30)).await);
    // The files of those whom every test begins with are in no test's folder.
    let missing = async || {
        app.ctx.clock.advance(chrono::TimeDelta::minutes(2));
        let report = app.get(&app.users.admin, "/operations").await.ok();
        let all = report["findings"].as_array().expect("a list").clone();
        let mut texts = all.iter().filter_map(|one| one["text"].as_str());
        let told =
            texts.find(|text| text.contains("uploaded files are not where this server looks"));
        let number = told.and_then(|text| text.split(' ').next()?.parse::<usize>().ok());
        number.unwrap_or_default()
    };
    let before = missing().await;
    let on_disk = on_disk(app).pop().expect("one file");
    std::fs::remove_file(&on_disk).expect("it goes");
    let answer = app.get(&app.users.patient, &path(&kept)).await;
    answer.refused(503, "FILE_MISSING");
    assert_eq!(missing().await, before + 1);
}

async fn content_decides_and_not_the_name(app: &TestApp) {
    let patient = &app.users.patient;
    let before = uploads(app).await;
    let zip = b"PK\x03\x04 not a picture".to_vec();
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
    for (name, bytes) in [
        (
            "card.png",
            b"<html><script>alert(1)</script></html>".to_vec(),
        ),
        ("card.jpg", zip),
        ("card.svg", svg),
        ("card.png", b"just text".to_vec()),
        ("card.gif", b"GIF".to_vec()),
        ("card.pdf", b"%!PS-Adobe".to_vec()),
    ] {
        let answer = send(app, patient, name, bytes).await;
        assert_eq!(
            (answer.status, answer.body["errors"][0]["field"].as_str()),
            (415, Some("file")),
            "{name}: {}",
            answer.body
        );
        assert_eq!(
            answer.body["message"],
            "Only allow uploading following file type: pdf,image"
        );
    }
    let heic = send(app, patient, "card.png", b"\0\0\0\x18ftypheic".to_vec()).await;
    assert_eq!(heic.status, 415);
    assert!(
        heic.body["message"]
            .as_str()
            .is_some_and(|text| text.contains("JPEG")),
        "{}",
        heic.body
    );
    assert_eq!(uploads(app).await, before);
    // A name that lies is put right; what it hides is gone.
    let hidden = [gif(30, 20), b"<script>alert(1)</script>/*".to_vec()].concat();
    let kept = file(send(app, patient, "card.pdf.js", hidden).await);
    assert_eq!(
        (&kept["name"], &kept["type"]),
        (&json!("card.pdf.png"), &json!("image/png"))
    );
    let bytes = app.get(patient, &path(&kept)).await.bytes;
    assert!(!bytes.windows(7).any(|part| part == b"<script"));
}

async fn documents_are_looked_through(app: &TestApp) {
    let patient = &app.users.patient;
    let aside = "9 0 obj << /S /URI /URI (http://elsewhere.example) >> endobj\n";
    let kept = file(send(app, patient, "card.pdf", pdf(aside)).await);
    assert_eq!(kept["type"], "application/pdf");
    let stored = app.get(patient, &path(&kept)).await.bytes;
    let holds = |bytes: &[u8], words: &str| {
        bytes
            .windows(words.len())
            .any(|part| part == words.as_bytes())
    };
    assert!(stored.starts_with(b"%PDF-") && holds(&stored, "/MediaBox [0 0 200 200]"));
    assert!(!holds(&stored, "elsewhere"), "written anew");
    // What is seen beside the page's own content is drawn with it.
    let note = "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [<< /Type /Annot /Subtype /Stamp \
        /Rect [0 0 90 90] /AP << /N 8 0 R >> >>] >>\nendobj\n8 0 obj\n<< /Subtype /Form /BBox [0 0 9 9] /Length 14 >>\n\
        stream\n0 g 0 0 9 9 re\nendstream\nendobj\n";
    let stamped = file(send(app, patient, "card.pdf", pdf(note)).await);
    let stored = app.get(patient, &path(&stamped)).await.bytes;
    assert!(holds(&stored, "/DCTDecode") && !holds(&stored, "Annots"));
    let whole = pdf("");
    let with_zip = [
        pdf(""),
        b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec(),
    ]
    .concat();
    for (what, bytes, told) in [
        (
            "a script",
            pdf("9 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj\n"),
            "scripts",
        ),
        (
            "a program",
            pdf("9 0 obj << /S /L#61unch /F (a.exe) >> endobj\n"),
            "scripts",
        ),
        (
            "a file inside",
            pdf("9 0 obj << /Type /EmbeddedFile >> endobj\n"),
            "scripts",
        ),
        (
            "a password",
            pdf("9 0 obj << /Encrypt 8 0 R >> endobj\n"),
            "password",
        ),
        (
            "a note that nothing draws",
            pdf(
                "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [<< /Subtype /Text /Contents (x) >>] >>\nendobj\n",
            ),
            "form fields or notes",
        ),
        (
            "51 pages",
            pdf(&"9 0 obj << /Type /Page >> endobj\n".repeat(50)),
            "50 pages",
        ),
        (
            "half a file",
            whole[..whole.len() / 2].to_vec(),
            "cannot be read",
        ),
        (
            "a page of HTML",
            pdf("% <html><script>alert(1)</script>\n"),
            "cannot be read",
        ),
        ("an archive at its end", with_zip, "cannot be read"),
        ("a bomb", bomb(), "too large"),
    ] {
        let answer = send(app, patient, "card.pdf", bytes).await;
        let said = answer.body["errors"][0]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(
            answer.status == 422 && said.contains(told),
            "{what}: {} {said}",
            answer.status
        );
    }
}

async fn pictures_are_unpacked_within_limits(app: &TestApp) {
    let patient = &app.users.patient;
    let whole = jpeg(300, 300);
    for (what, bytes, told) in [
        (
            "a claim of 3 600 000 000 pixels",
            claim(60_000, 60_000),
            "40 million",
        ),
        (
            "half a JPEG",
            whole[..whole.len() / 2].to_vec(),
            "cannot be read",
        ),
        (
            "half a PNG",
            png(300, 300)[..900].to_vec(),
            "cannot be read",
        ),
        ("nothing", Vec::new(), "empty"),
    ] {
        let answer = send(app, patient, "card.png", bytes).await;
        let said = answer.body["errors"][0]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(
            answer.status == 422 && said.contains(told),
            "{what}: {} {said}",
            answer.status
        );
    }
}

async fn too_large_and_too_many(app: &TestApp) {
    let patient = &app.users.patient;
    let answer = send(app, patient, "card.png", vec![b'x'; 10 * 1024 * 1024 + 1]).await;
    assert_eq!(
        (answer.status, answer.body["errors"][0]["field"].as_str()),
        (413, Some("file")),
        "{}",
        answer.body
    );
    let path = format!("/person/healthDoc/{}", patient.person);
    let fields = json!({"personId": patient.person, "BCCardNumber": phn(1)});
    let eleven: Vec<(&str, &str, Vec<u8>)> =
        (0..11).map(|_| ("files", "a.png", png(4, 4))).collect();
    assert_eq!(
        write(
            app,
            patient,
            "Customer Service",
            "See my pictures.",
            &eleven
        )
        .await
        .fields(),
        ["files"]
    );
    for name in ["nowhere", "files", "BCCardNumber"] {
        let one = [(name, "a.png", png(4, 4))];
        let refused = app
            .form(patient, Method::PUT, &path, &fields, &one)
            .await
            .refused(400, "MALFORMED");
        assert_eq!(refused["errors"][0]["field"], name);
    }
    let two: Vec<(&str, &str, Vec<u8>)> = (0..2).map(|_| ("file", "a.png", png(4, 4))).collect();
    app.form(patient, Method::PUT, &path, &fields, &two)
        .await
        .refused(400, "MALFORMED");
    let long = json!({"personId": patient.person, "BCCardNumber": "9".repeat(1024 * 1024 + 1)});
    assert_eq!(
        app.form(patient, Method::PUT, &path, &long, &[])
            .await
            .status,
        413
    );
    assert!(on_disk(app).is_empty());
}

async fn of_one_person_are_looked_at_one_after_the_other(app: &TestApp) {
    let patient = &app.users.patient;
    let before = uploads(app).await;
    let sent = (0..6).map(|_| async {
        let file = [("files", "a.png", png(600, 400))];
        write(app, patient, "Customer Service", "See my picture.", &file)
            .await
            .ok()
    });
    let with_pdf = async {
        let file = [("files", "a.pdf", pdf(""))];
        write(app, patient, "Customer Service", "See my page.", &file)
            .await
            .ok()
    };
    futures_util::future::join(futures_util::future::join_all(sent), with_pdf).await;
    assert_eq!(
        uploads(app).await,
        before + 7,
        "those that came second waited"
    );
    assert_eq!(
        salal_server::api::in_flight(&app.ctx),
        salal_server::api::InFlight { memory: 0, disk: 0 }
    );
}

async fn forms_that_no_browser_sends(app: &TestApp) {
    let patient = &app.users.patient;
    let path = format!("/api/person/healthDoc/{}", patient.person);
    let field = format!(
        "--b\r\nContent-Disposition: form-data; name=\"BCCardNumber\"\r\n\r\n{}\r\n",
        phn(1)
    );
    let empty = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n";
    let form = "multipart/form-data; boundary=b";
    for (what, content_type, body, status) in [
        (
            "an empty file field",
            form,
            format!("{field}{empty}--b--\r\n"),
            200,
        ),
        (
            "the same field twice",
            form,
            format!("{field}{field}--b--\r\n"),
            200,
        ),
        ("a form cut off", form, field.clone(), 400),
        ("no form", form, "hello".into(), 400),
        (
            "no boundary",
            "multipart/form-data",
            format!("{field}--b--\r\n"),
            400,
        ),
        ("JSON", "application/json", "{}".into(), 415),
        ("101 fields", form, field.repeat(101) + "--b--\r\n", 400),
    ] {
        let headers = [
            ("content-type", content_type),
            ("x-access-token", patient.token.as_str()),
        ];
        let answer = app
            .api
            .send_raw(Method::PUT, &path, &headers, body.into_bytes())
            .await;
        assert_eq!(answer.status, status, "{what}: {}", answer.body);
    }
    let not_utf8 = [field.as_bytes(), b"--b\r\nContent-Disposition: form-data; name=\"PassportNumber\"\r\n\r\n\xff\xfe\r\n--b--\r\n"].concat();
    let headers = [
        ("content-type", form),
        ("x-access-token", patient.token.as_str()),
    ];
    assert_eq!(
        app.api
            .send_raw(Method::PUT, &path, &headers, not_utf8)
            .await
            .status,
        400
    );
}

async fn bytes_without_a_row_are_swept(app: &TestApp) {
    let taken = salal_server::features::uploads::place::take(&app.ctx).await;
    taken.expect("the folder is this installation's");
    let (old, young) = left_behind(app);
    let (patient, kept) = first_file_of_a_day(app).await;
    assert!(
        !old.exists() && young.exists(),
        "only what is old and nobody's goes"
    );
    app.get(&patient, &path(&kept)).await.ok();
}

async fn a_day_without_a_file_is_swept_as_well(app: &TestApp) {
    let taken = salal_server::features::uploads::place::take(&app.ctx).await;
    taken.expect("the folder is this installation's");
    let (old, young) = left_behind(app);
    // What was uploaded before brought the sweep of its own day.
    app.ctx.clock.advance(chrono::TimeDelta::hours(25));
    for _ in 0..2 {
        let begun = salal_server::features::operations::health::begin_day(&app.ctx).await;
        begun.expect("it is queued");
    }
    app.settle().await;
    assert!(
        !old.exists() && young.exists(),
        "only what is old and nobody's goes"
    );
    let queued = "SELECT COUNT(*) AS n FROM job WHERE kind = 'uploads.sweep'";
    let before = number(&app.ctx.db, queued).await;
    app.ctx.clock.advance(chrono::TimeDelta::hours(25));
    let begun = salal_server::features::operations::health::begin_day(&app.ctx).await;
    begun.expect("it is queued");
    assert_eq!(number(&app.ctx.db, queued).await, before + 1, "once a day");
    app.settle().await;
}

/// A restored database knows less than the place has, which may be that of the clinic in production.
async fn while_effects_are_held_nothing_is_swept(app: &TestApp) {
    let taken = salal_server::features::uploads::place::take(&app.ctx).await;
    taken.expect("the folder is this installation's");
    let (old, young) = left_behind(app);
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let point = app.ctx.now() - chrono::TimeDelta::hours(1);
    let held = salal_server::hold::begin(&tx, &app.ctx, point, Vec::new()).await;
    held.expect("it is held");
    tx.commit().await.expect("it is kept");
    first_file_of_a_day(app).await;
    assert!(old.exists() && young.exists(), "everything stays");
}

/// A new database beside the files of another one, which has a row of each of them.
async fn nothing_of_another_installation_is_swept(app: &TestApp) {
    let (old, young) = left_behind(app);
    let mark = std::path::Path::new(&app.ctx.settings.database.uploads).join(".salal-files");
    std::fs::write(&mark, "4711\n").expect("the test may write");
    let told = salal_server::features::uploads::place::settle(&app.ctx).await;
    let told = told.expect("it is looked at").unwrap_or_default();
    assert!(told.contains("the mark of another installation"), "{told}");
    let report = app.get(&app.users.admin, "/operations").await.ok();
    let report = report["findings"].to_string();
    assert!(report.contains("salal files adopt"), "{report}");
    first_file_of_a_day(app).await;
    assert!(old.exists() && young.exists(), "everything stays");
}

/// Files without a row: one that could have had one by now, and one that may still get it.
fn left_behind(app: &TestApp) -> (std::path::PathBuf, std::path::PathBuf) {
    let folder = std::path::Path::new(&app.ctx.settings.database.uploads).join("ab");
    std::fs::create_dir_all(&folder).expect("the test may write");
    let (old, young) = (folder.join("old.jpg"), folder.join("young.jpg"));
    for file in [&old, &young] {
        std::fs::write(file, b"left behind").expect("the test may write");
    }
    let hours_ago = std::time::SystemTime::now() - std::time::Duration::from_hours(2);
    std::fs::File::options()
        .write(true)
        .open(&old)
        .and_then(|file| file.set_modified(hours_ago))
        .expect("the test may write");
    (old, young)
}

/// The first file of a day brings the sweep, which has run when this returns.
async fn first_file_of_a_day(app: &TestApp) -> (crate::support::User, Value) {
    app.ctx.clock.advance(chrono::TimeDelta::hours(25));
    let patient = crate::support::sign_in_patient(app, app.users.patient.clone()).await;
    let kept = file(send(app, &patient, "card.png", png(40, 30)).await);
    app.settle().await;
    (patient, kept)
}

/// A document that unpacks to 17 MB of packed objects.
fn bomb() -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let blank = vec![b' '; 1024 * 1024];
    for _ in 0..17 {
        packer.write_all(&blank).expect("memory takes it");
    }
    let packed = packer.finish().expect("memory takes it");
    let head = format!(
        "8 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /Length {} >>\nstream\n",
        packed.len()
    );
    let whole = pdf("");
    [
        &whole[..9],
        head.as_bytes(),
        &packed,
        b"\nendstream\nendobj\n",
        &whole[9..],
    ]
    .concat()
}

/// The head of a PNG that claims a size, and nothing behind it.
fn claim(width: u32, height: u32) -> Vec<u8> {
    let mut head = b"IHDR".to_vec();
    head.extend_from_slice(&width.to_be_bytes());
    head.extend_from_slice(&height.to_be_bytes());
    head.extend_from_slice(&[8, 2, 0, 0, 0]);
    let mut sum = flate2::Crc::new();
    sum.update(&head);
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\r".as_slice(),
        &head,
        &sum.sum().to_be_bytes(),
        b"\0\0\0\0IDAT\x35\xaf\x06\x1e",
    ]
    .concat()
}
