// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files that are good for nothing: each is told with its name and line, and the data is as it was.

use std::io::{Cursor, Write};

use super::{display, imported, newest, send};
use crate::support::{TestApp, on_both};

fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, content) in entries {
        // A stored entry: local header and content, and the directory's record of it later.
        bytes.push((name.to_owned(), content.to_vec()));
    }
    stored(&bytes)
}

/// A zip archive without compression, written by hand: the tests need no library for it.
fn stored(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut out, mut directory) = (Cursor::new(Vec::new()), Vec::new());
    let put = |out: &mut dyn Write, bytes: &[u8]| out.write_all(bytes).expect("memory");
    let count = u16::try_from(entries.len()).expect("few");
    for (name, content) in entries {
        let place = u32::try_from(out.position()).expect("small");
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let size = u32::try_from(content.len()).expect("small").to_le_bytes();
        let length = u16::try_from(name.len()).expect("short").to_le_bytes();
        let mut fields = vec![10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        fields.extend(crc.sum().to_le_bytes());
        fields.extend(size);
        fields.extend(size);
        fields.extend(length);
        fields.extend([0, 0]);
        put(&mut out, b"PK\x03\x04");
        put(&mut out, &fields);
        put(&mut out, name.as_bytes());
        put(&mut out, content);
        directory.extend(b"PK\x01\x02\x0a\x00");
        directory.extend(&fields);
        directory.extend([0; 10]);
        directory.extend(place.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let place = u32::try_from(out.position()).expect("small").to_le_bytes();
    let length = u32::try_from(directory.len()).expect("small").to_le_bytes();
    put(&mut out, &directory);
    put(&mut out, b"PK\x05\x06\0\0\0\0");
    put(&mut out, &count.to_le_bytes());
    put(&mut out, &count.to_le_bytes());
    put(&mut out, &length);
    put(&mut out, &place);
    put(&mut out, &[0, 0]);
    out.into_inner()
}

const GOOD: &[u8] = b"71,85,TABLET,\n72,85,CAPSULE,\n";

on_both!(
    each_is_told_and_changes_nothing,
    other_alphabets_and_odd_letters_are_read,
    a_form_that_breaks_off_leaves_nothing_behind
);

async fn each_is_told_and_changes_nothing(app: &TestApp) {
    imported(app, "Dosage Form", "form.txt", GOOD).await;
    let before = display(app, "Dosage Form").await;
    let mut long = b"71,85,TABLET,\n72,85,\"".to_vec();
    long.resize(10 << 20, b'x');
    let spreadsheet = zip_of(&[
        ("[Content_Types].xml", b"<x/>"),
        ("xl/workbook.xml", b"<x/>"),
    ]);
    let path = zip_of(&[("../form.txt", GOOD)]);
    let other = zip_of(&[("route.txt", GOOD)]);
    let cut_zip = zip_of(&[("form.txt", GOOD)]);
    for (name, bytes, told) in [
        (
            "form.txt",
            b"71,85,TABLET,\n72,85,CAPS".to_vec(),
            "form.txt is incomplete: its end is missing, from line 2",
        ),
        (
            "form.txt",
            b"71,85,\"TAB".to_vec(),
            "form.txt is incomplete: its end is missing, from line 1",
        ),
        (
            "form.json",
            b"[{\"drug_code\":1,".to_vec(),
            "form.json is incomplete",
        ),
        (
            "form.json",
            b"[{\"drug_code\":1}\n;]".to_vec(),
            "form.json cannot be read as JSON: line 2",
        ),
        (
            "form.txt",
            b"71,85,TABLET,\n72,\0,X,\n".to_vec(),
            "line 2 contains an invalid character",
        ),
        (
            "form.txt",
            long,
            "a row of more than 1 MB, which begins in line 2",
        ),
        ("form.csv", spreadsheet, "form.csv is a spreadsheet"),
        ("form.zip", path, "a path that leads outside it"),
        (
            "form.zip",
            other,
            "route.txt is, by its name, a file of Route of Administration",
        ),
        (
            "form.zip",
            cut_zip[..cut_zip.len() - 30].to_vec(),
            "form.zip is damaged",
        ),
        (
            "form.txt",
            b"1,2,3,4,5,6\n".to_vec(),
            "form.txt has 6 columns",
        ),
        (
            "form.txt",
            b"DRUG_CODE,PHARM_FORM_CODE\n9,85\n".to_vec(),
            "has no column PHARMACEUTICAL_FORM_NAME",
        ),
        (
            "form.txt",
            b"DRUG_CODE,X,X,PHARMACEUTICAL_FORM\n9,1,2,3\n".to_vec(),
            "the column X twice",
        ),
        (
            "form.txt",
            b"TABLET,85,71,\nCAPSULE,85,72,\n".to_vec(),
            "has no row that can be used",
        ),
        (
            "form.txt",
            b"1,85,A,\nx,85,A,\ny,85,A,\n".to_vec(),
            "2 of 3 rows cannot be used",
        ),
        (
            "route.txt",
            GOOD.to_vec(),
            "route.txt is, by its name, a file of Route of Administration, not of Dosage Form",
        ),
    ] {
        let done = imported(app, "Dosage Form", name, &bytes).await;
        assert_eq!(done["state"], "failed", "{told}: {done}");
        assert!(
            done["report"][0]
                .as_str()
                .is_some_and(|report| report.contains(told)),
            "{told}: {done}"
        );
        assert_eq!(display(app, "Dosage Form").await, before, "{told}");
    }
}

async fn other_alphabets_and_odd_letters_are_read(app: &TestApp) {
    let wide: Vec<u8> = "\u{feff}71,85,Comprimé\u{1},\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for bytes in [
        wide,
        b"71,85,Comprim\xe9\x07,\r\n".to_vec(),
        "71,85,Comprimé\t,\n".as_bytes().to_vec(),
    ] {
        let done = imported(app, "Dosage Form", "form.txt", &bytes).await;
        assert_eq!(done["state"], "done", "{done}");
        assert_eq!(
            display(app, "Dosage Form").await["items"][0]["pharmaceutical_form_name"],
            "Comprimé"
        );
    }
}

async fn a_form_that_breaks_off_leaves_nothing_behind(app: &TestApp) {
    let headers = [
        ("x-access-token", app.users.admin.token.as_str()),
        ("content-type", "multipart/form-data; boundary=b"),
    ];
    let body = b"--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"form.txt\"\r\n\r\n71,85,TAB".to_vec();
    let answer = app
        .api
        .send_raw(
            reqwest::Method::POST,
            "/api/manage-data/import-data",
            &headers,
            body,
        )
        .await;
    assert_eq!(answer.status, 400);
    let list = app.get(&app.users.admin, "/manage-data/imports").await.ok();
    assert_eq!(list["items"], serde_json::json!([]));
    send(app, "Dosage Form", &[("form.txt", GOOD)]).await.ok();
    app.settle().await;
    assert_eq!(newest(app).await["state"], "done");
}
