// SPDX-License-Identifier: AGPL-3.0-or-later

//! Uploaded files of all kinds: compressed, truncated, from other systems, malicious.

use std::io::{Cursor, Write};

use super::*;

fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn gzip_of(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// All rows of all files of an upload, or why not.
fn rows(bytes: &[u8], limits: Limits) -> Result<Vec<(String, u64, Vec<String>)>, FileFault> {
    let mut upload = Upload::open("x.csv", Cursor::new(bytes), limits)?;
    let mut rows = Vec::new();
    for entry in upload.entries().to_vec() {
        let examined = examine(&entry.file, &mut upload.read(&entry)?)?;
        let input = upload.read(&entry)?;
        read_lines(&entry.file, input, examined.encoding, &mut |line| {
            let cells = match line {
                Line::Cells(_, record) => record.iter().map(tidy).collect(),
                Line::Entry(_, entry) => vec![entry.to_string()],
            };
            rows.push((entry.file.clone(), line.number(), cells));
            Ok(())
        })?;
    }
    Ok(rows)
}

fn read(bytes: &[u8]) -> Result<Vec<(u64, Vec<String>)>, FileFault> {
    let rows = rows(bytes, Limits::default())?;
    Ok(rows
        .into_iter()
        .map(|(_, line, cells)| (line, cells))
        .collect())
}

fn row(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
    (line, cells.iter().map(ToString::to_string).collect())
}

#[test]
fn archives_and_gzipped_files_are_unpacked() {
    let zip = zip_of(&[
        ("set/drug.txt", b"1,a\n"),
        ("form.txt.gz", &gzip_of(b"2,b\n")),
    ]);
    let found = rows(&zip, Limits::default()).unwrap();
    let names: Vec<&str> = found.iter().map(|(file, ..)| file.as_str()).collect();
    assert_eq!(names, ["drug.txt", "form.txt.gz"]);
    assert_eq!(read(&gzip_of(b"3,c\n")).unwrap(), [row(1, &["3", "c"])]);
}

#[test]
fn bombs_stop_at_the_limit() {
    let limits = Limits {
        file_bytes: 1000,
        total_bytes: 1500,
        files: 3,
    };
    let zeros = vec![b'0'; 100_000];
    for bomb in [zip_of(&[("drug.txt", &zeros)]), gzip_of(&zeros)] {
        assert!(matches!(
            rows(&bomb, limits),
            Err(FileFault::TooLarge { .. })
        ));
    }
    let many: Vec<(&str, &[u8])> = vec![("a", b""), ("b", b""), ("c", b""), ("d", b"")];
    assert!(matches!(
        rows(&zip_of(&many), limits),
        Err(FileFault::TooLarge { .. })
    ));
}

#[test]
fn paths_out_of_the_archive_and_nests_are_refused() {
    for path in [
        "../drug.txt",
        "a/../../drug.txt",
        "/etc/drug.txt",
        "c:\\drug.txt",
        "..\\drug.txt",
    ] {
        let refused = read(&zip_of(&[(path, b"a")]));
        assert!(
            matches!(refused, Err(FileFault::UnsafePath { .. })),
            "{path}"
        );
    }
    let inner = zip_of(&[("drug.txt", b"a")]);
    for nest in [
        zip_of(&[("inner.zip", &inner)]),
        gzip_of(&inner),
        gzip_of(&gzip_of(b"a")),
    ] {
        assert!(matches!(read(&nest), Err(FileFault::Nested { .. })));
    }
}

#[test]
fn a_document_with_the_name_of_a_table_is_told() {
    let spreadsheet = zip_of(&[
        ("[Content_Types].xml", b"<x/>"),
        ("xl/workbook.xml", b"<x/>"),
    ]);
    for document in [
        spreadsheet.as_slice(),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old",
        b"%PDF-1.7",
        b"<!DOCTYPE html><p>",
    ] {
        assert!(matches!(read(document), Err(FileFault::Document { .. })));
    }
}

#[test]
fn an_archive_cut_anywhere_is_damaged_and_never_half_read() {
    let zip = zip_of(&[(
        "drug.txt",
        "1,ä,long enough to be packed, packed\n".as_bytes(),
    )]);
    for length in 4..zip.len() {
        assert!(read(&zip[..length]).is_err(), "zip of {length} bytes");
    }
    let gzip = gzip_of(b"1,a\n2,b\n3,c\n");
    for length in 2..gzip.len() {
        assert!(read(&gzip[..length]).is_err(), "gzip of {length} bytes");
    }
}

#[test]
fn every_encoding_is_read() {
    let wanted = [row(1, &["1", "crème"]), row(2, &["2", "b"])];
    let text = "1,crème\n2,b\n";
    let wide = |of: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
        let mark = if mark { "\u{feff}" } else { "" };
        let text = format!("{mark}{text}");
        text.encode_utf16().flat_map(of).collect()
    };
    let files: Vec<Vec<u8>> = vec![
        text.as_bytes().to_vec(),
        format!("\u{feff}{text}").into_bytes(),
        b"1,cr\xe8me\n2,b\n".to_vec(),
        wide(u16::to_le_bytes, true),
        wide(u16::to_be_bytes, true),
        wide(u16::to_le_bytes, false),
        wide(u16::to_be_bytes, false),
        b"1;cr\xe8me\r\n2;b\r\n".to_vec(),
        "1\tcrème\n2\tb\n".as_bytes().to_vec(),
    ];
    for file in files {
        assert_eq!(read(&file).unwrap(), wanted, "{file:?}");
    }
}

#[test]
fn what_no_text_has_is_told_with_its_line() {
    assert_eq!(
        read(b"1,a\n2,b\0\n"),
        Err(FileFault::NotText {
            file: "x.csv".into(),
            line: 2
        })
    );
    let odd = read("1,a\u{1}b\u{7f}c\u{1b}[0m\n".as_bytes()).unwrap();
    assert_eq!(odd, [row(1, &["1", "a b c [0m"])]);
}

#[test]
fn a_text_cut_within_a_row_is_told_with_its_line() {
    let text = "1,\"a\",x\n2,\"é\nb\",y\n3,c,z\n".as_bytes();
    for length in 9..text.len() {
        match read(&text[..length]) {
            // Truncated between rows or within the last value, which cannot be detected.
            Ok(rows) => assert!(
                rows.iter().all(|(_, cells)| cells.len() == 3),
                "{length}: {rows:?}"
            ),
            Err(FileFault::CutOff { line, .. }) => assert!((2..=4).contains(&line), "{length}"),
            Err(other) => panic!("{length}: {other}"),
        }
    }
    let json = br#"[{"a":1},{"a":2}]"#;
    for length in 1..json.len() {
        assert!(
            matches!(read(&json[..length]), Err(FileFault::CutOff { .. })),
            "{length}"
        );
    }
    assert!(matches!(
        read(b"[{\"a\":1}\n{\"a\":2}]"),
        Err(FileFault::NotJson { line: 2, .. })
    ));
}

#[test]
fn a_row_without_an_end_is_told_before_it_fills_the_memory() {
    let mut file = b"1,a\n2,\"b\n".to_vec();
    file.resize(10 << 20, b'x');
    assert_eq!(
        read(&file),
        Err(FileFault::LongRow {
            file: "x.csv".into(),
            line: 2
        })
    );
}

#[test]
fn lines_are_counted_as_an_editor_counts_them() {
    let wanted = [
        row(1, &["a", "b"]),
        row(4, &["x y", "c"]),
        row(6, &["d", "e"]),
    ];
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("a,b{end}{end}{end}\"x{end}y\",c{end}d,e");
        assert_eq!(read(text.as_bytes()).unwrap(), wanted, "{end:?}");
    }
}

#[test]
fn json_comes_as_a_list_as_one_object_or_one_a_line() {
    for text in ["[{\"a\":1},{\"a\":2}]", "{\"a\":1}\n{\"a\":2}\n"] {
        let places: Vec<u64> = read(text.as_bytes())
            .unwrap()
            .iter()
            .map(|(place, _)| *place)
            .collect();
        assert_eq!(places, [1, 2], "{text}");
    }
    assert_eq!(read(b"{\"a\":1}").unwrap().len(), 1);
}

#[test]
fn columns_are_found_by_name_and_never_twice() {
    let of = |text: &str| {
        let mut found = Vec::new();
        let input = Box::new(Cursor::new(text.as_bytes().to_vec()));
        read_named(
            "x.csv",
            input,
            Encoding::Utf8,
            &[&["code"], &["text", "words"]],
            &mut |row| {
                found.push((row.get("code"), row.first(&["text", "words"])));
                Ok(())
            },
        )
        .map(|()| found)
    };
    let wanted = [("1".to_owned(), "a b".to_owned())];
    assert_eq!(of("Words,CODE\na  b,1\n").unwrap(), wanted);
    assert_eq!(
        of("[{\"words\":\"a b\",\"Code\":1,\"more\":null}]").unwrap(),
        wanted
    );
    assert!(matches!(
        of("code,other\n1,2\n"),
        Err(FileFault::NoColumn { .. })
    ));
    assert!(matches!(
        of("code,Code,text\n1,2,3\n"),
        Err(FileFault::ColumnTwice { .. })
    ));
}
