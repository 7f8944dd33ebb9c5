// SPDX-License-Identifier: AGPL-3.0-or-later

//! Documents with more in them than pages, and what is left of them.

use std::cell::Cell;

use super::*;

/// A document with one page; `page` stands in the page, `root` in the catalog, `more` between the objects from 5 on.
fn document(page: &str, root: &str, more: &str) -> Vec<u8> {
    let content = "BT /F1 24 Tf 20 100 Td (Ramipril) Tj ET";
    format!(
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R {root} >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R {page} >>\nendobj\n\
         4 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n{more}\
         trailer\n<< /Root 1 0 R /Size 20 >>\nstartxref\n9\n%%EOF\n",
        content.len()
    )
    .into_bytes()
}

const FONT: &str =
    "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";

/// What is left, and how many pages were drawn as pictures.
fn made(bytes: Vec<u8>) -> (Result<Vec<u8>, Refused>, u32) {
    let drawn = Cell::new(0);
    let anew = redraw(bytes, &|| drawn.set(drawn.get() + 1));
    (anew, drawn.get())
}

fn holds(bytes: &[u8], words: &str) -> bool {
    bytes
        .windows(words.len())
        .any(|part| part == words.as_bytes())
}

/// How dark a document's first page is, of 255.
fn ink(bytes: &[u8]) -> u32 {
    let pdf = Pdf::new(bytes.to_vec()).unwrap();
    let settings = RenderSettings {
        bg_color: WHITE,
        ..RenderSettings::default()
    };
    let pixels = render(
        &pdf.pages()[0],
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &settings,
    );
    let dark = pixels.data().iter().map(|pixel| u32::from(255 - pixel.r));
    dark.sum()
}

#[test]
fn a_page_stays_text_and_loses_everything_beside_it() {
    let root = "/OpenAction 9 0 R /Names << /EmbeddedFiles << /Names [(x) 8 0 R] >> >> /AA << /WC 9 0 R >>";
    let page = format!(
        "{FONT} /AA << /O 9 0 R >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://elsewhere.example) >> >>]"
    );
    let more = "9 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj\n\
                8 0 obj\n<< /Type /Filespec /F (virus.exe) /EF << /F 7 0 R >> >>\nendobj\n";
    let whole = document(&page, root, more);
    let (anew, drawn) = made(whole.clone());
    let anew = anew.unwrap();
    assert_eq!(drawn, 0, "it is still text");
    for gone in [
        "JavaScript",
        "alert",
        "URI",
        "elsewhere",
        "virus",
        "EmbeddedFiles",
        "OpenAction",
        "Annots",
        "/AA",
    ] {
        assert!(!holds(&anew, gone), "{gone} is left");
    }
    assert!(holds(&anew, "/Helvetica"));
    assert_eq!(ink(&anew), ink(&whole));
    assert!(ink(&anew) > 1000);
}

#[test]
fn what_hides_among_fonts_and_pictures_is_left_out_or_the_page_becomes_a_picture() {
    for (hidden, pictures) in [
        ("/XObject << /X 9 0 R >>", 0),
        (
            "/Properties << /P << /Type /Action /S /Launch /F (calc.exe) >> >>",
            1,
        ),
        (
            "/Properties << /P << /Next [[<< /S /URI /URI (http://elsewhere.example) >>]] >> >>",
            1,
        ),
        ("/ExtGState << /G << /OpenAction 9 0 R >> >>", 1),
    ] {
        let page = FONT.replace(">> >> >>", &format!(">> >> {hidden} >>"));
        let more = "9 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /F (http://elsewhere.example) /Length 1 >>\nstream\nx\nendstream\nendobj\n";
        let (anew, drawn) = made(document(&page, "", more));
        let anew = anew.unwrap();
        assert_eq!(drawn, pictures, "{hidden}");
        for gone in ["elsewhere", "calc", "Launch", "OpenAction"] {
            assert!(!holds(&anew, gone), "{hidden}: {gone} is left");
        }
        assert!(ink(&anew) > 1000, "{hidden}: the page is empty");
    }
}

#[test]
fn what_a_reference_says_is_judged_as_well() {
    let stream = |id: u32, more: &str| {
        format!(
            "{id} 0 obj\n<< /Type /XObject {more} /BBox [0 0 9 9] /Length 6 >>\nstream\n(Evil)\nendstream\nendobj\n"
        )
    };
    let programs = stream(8, "") + "7 0 obj\n/PS\nendobj\n";
    let drawn = "/XObject << /X 9 0 R >>";
    for (hidden, more) in [
        (drawn, stream(9, "/Subtype 7 0 R")),
        (drawn, stream(9, "/Subtype /Form /Subtype2 7 0 R /PS 8 0 R")),
        (drawn, stream(9, "/Subtype /Form /PS 8 0 R")),
        (drawn, stream(9, "/Subtype /Image /Level1 8 0 R")),
        (
            "/Properties << /P << /S 10 0 R >> >>",
            "10 0 obj\n/GoToR\nendobj\n".to_owned(),
        ),
        (
            "/Properties << /P << /F 10 0 R >> >>",
            "10 0 obj\n(Evil)\nendobj\n".to_owned(),
        ),
    ] {
        let page = FONT.replace(">> >> >>", &format!(">> >> {hidden} >>"));
        let (anew, drawn) = made(document(&page, "", &(more.clone() + &programs)));
        let anew = anew.unwrap();
        assert_eq!(drawn, 1, "{more}");
        assert!(!holds(&anew, "Evil") && !holds(&anew, "GoToR"), "{more}");
        assert!(ink(&anew) > 1000, "{more}: the page is empty");
    }
}

#[test]
fn a_field_that_is_filled_in_is_seen_and_one_that_nothing_draws_is_refused() {
    let look = "9 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 100 50] /Length 33 >>\nstream\n0 g 0 0 100 50 re f               \nendstream\nendobj\n";
    let field = |more: &str| {
        let note = format!(
            "{FONT} /Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [10 10 110 60] {more} >>]"
        );
        document(&note, "/AcroForm << /Fields [] >>", look)
    };
    let plain = ink(&document(FONT, "", ""));
    let (anew, drawn) = made(field("/V (42) /AP << /N 9 0 R >>"));
    let anew = anew.unwrap();
    assert_eq!(drawn, 1);
    assert!(ink(&anew) > plain + 100_000, "the field is drawn");
    assert!(!holds(&anew, "AcroForm"));

    assert_eq!(made(field("/V (42)")).0, Err(Refused::Form));
    assert_eq!(
        made(field("/V /On /AS /On /AP << /N << /On 9 0 R >> >>")).0,
        Err(Refused::Form)
    );
    assert!(made(field("")).0.is_ok(), "empty");
    assert!(
        made(field("/AS /Off /AP << /N << /On 9 0 R >> >>"))
            .0
            .is_ok()
    );
    assert!(
        made(field("/F 2 /V (42)")).0.is_ok(),
        "not shown by any reader"
    );
    let (_, drawn) = made(document(FONT, "/OCProperties << /OCGs [] /D << >> >>", ""));
    assert_eq!(drawn, 1, "layers are kept as they are seen");
    let dynamic = document(
        FONT,
        "/AcroForm << /XFA (x) >>",
        "8 0 obj\n<< /XFA 7 0 R >>\nendobj\n",
    );
    assert_eq!(made(dynamic).0, Err(Refused::Form));
}

/// How dark a part of a document's first page is, of 255; the part by its lower left corner and its size.
fn ink_in(bytes: &[u8], (left, low, size): (u32, u32, u32)) -> u32 {
    let pdf = Pdf::new(bytes.to_vec()).unwrap();
    let settings = RenderSettings {
        bg_color: WHITE,
        ..RenderSettings::default()
    };
    let pixels = render(
        &pdf.pages()[0],
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &settings,
    );
    let (wide, high) = (u32::from(pixels.width()), u32::from(pixels.height()));
    let inside = |index: usize| {
        let index = u32::try_from(index).unwrap();
        let (x, y) = (index % wide, high - 1 - index / wide);
        (left..left + size).contains(&x) && (low..low + size).contains(&y)
    };
    let dark = pixels.data().iter().enumerate();
    dark.filter(|(index, _)| inside(*index))
        .map(|(_, pixel)| u32::from(255 - pixel.r))
        .sum()
}

/// A form as clinics fill it in: a text, boxes and round buttons, some of them ticked. With a table of its objects.
fn form(boxes: [&str; 2], buttons: [&str; 2], chosen: &str) -> Vec<u8> {
    let drawing = |number: u32, content: &str| {
        let length = content.len();
        format!(
            "{number} 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 20 20] /Length {length} >>\nstream\n{content}\nendstream\nendobj\n"
        )
    };
    let field = |number: u32, left: u32, low: u32, more: &str| {
        format!(
            "{number} 0 obj\n<< /Type /Annot /Subtype /Widget /F 4 /Rect [{left} {low} {} {}] {more} >>\nendobj\n",
            left + 20,
            low + 20
        )
    };
    let looks = "/AP << /N << /Yes 20 0 R /Off 21 0 R >> >>";
    let round = "/Parent 9 0 R /AP << /N << /One 20 0 R /Off 21 0 R >> >>";
    let other = "/Parent 9 0 R /AP << /N << /Two 20 0 R /Off 21 0 R >> >>";
    let objects = [
        "1 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R 7 0 R 9 0 R] >> >>\nendobj\n".to_owned(),
        "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n".to_owned(),
        "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [5 0 R 6 0 R 7 0 R 10 0 R 11 0 R] >>\nendobj\n"
            .to_owned(),
        field(5, 10, 10, "/FT /Tx /T (name) /V (Tremblay) /AP << /N 20 0 R >>"),
        field(6, 50, 10, &format!("/FT /Btn /T (smokes) {looks} {}", boxes[0])),
        field(7, 90, 10, &format!("/FT /Btn /T (pregnant) {looks} {}", boxes[1])),
        format!("9 0 obj\n<< /FT /Btn /Ff 49152 /T (often) /Kids [10 0 R 11 0 R] {chosen} >>\nendobj\n"),
        field(10, 50, 100, &format!("{round} {}", buttons[0])),
        field(11, 90, 100, &format!("{other} {}", buttons[1])),
        drawing(20, "0 g 2 2 16 16 re f"),
        drawing(21, ""),
    ];
    let mut all = b"%PDF-1.7\n".to_vec();
    let mut table = String::new();
    for object in objects {
        let number = object.split(' ').next().unwrap();
        table.push_str(&format!("{number} 1\n{:010} 00000 n \n", all.len()));
        all.extend(object.bytes());
    }
    let begins = all.len();
    all.extend(format!("xref\n0 1\n0000000000 65535 f \n{table}trailer\n<< /Root 1 0 R /Size 22 >>\nstartxref\n{begins}\n%%EOF\n").bytes());
    all
}

#[test]
fn what_is_ticked_is_seen_and_nothing_else_is() {
    const TEXT: (u32, u32, u32) = (10, 10, 20);
    const BOXES: [(u32, u32, u32); 2] = [(50, 10, 20), (90, 10, 20)];
    const BUTTONS: [(u32, u32, u32); 2] = [(50, 100, 20), (90, 100, 20)];
    const BLACK: u32 = 16 * 16 * 200;
    let (on, off) = ("/V /Yes /AS /Yes", "/V /Off /AS /Off");
    for (bytes, ticked) in [
        (
            form([on, off], ["/AS /Off", "/AS /Two"], "/V /Two"),
            [true, false, false, true],
        ),
        (
            form([off, on], ["/AS /One", "/AS /Off"], "/V /One"),
            [false, true, true, false],
        ),
        // Without the state, the value says it.
        (
            form(["/V /Yes", ""], ["", ""], "/V /Two"),
            [true, false, false, true],
        ),
        (form([off, off], ["/AS /Off", "/AS /Off"], ""), [false; 4]),
        // Hidden from every reader.
        (
            form(["/V /Yes /AS /Yes /F 2", off], ["", ""], ""),
            [false; 4],
        ),
    ] {
        let (anew, drawn) = made(bytes.clone());
        let anew = anew.unwrap();
        assert_eq!(drawn, 1, "the page is a picture of what is seen");
        assert!(ink_in(&anew, TEXT) > BLACK, "the text");
        for (place, ticked) in BOXES.into_iter().chain(BUTTONS).zip(ticked) {
            let ink = ink_in(&anew, place);
            assert_eq!(ink > BLACK, ticked, "{place:?}: {ink}");
            assert!(ticked || ink < 500, "{place:?} is empty: {ink}");
        }
        for gone in ["AcroForm", "Widget", "Tremblay", "/Btn"] {
            assert!(!holds(&anew, gone), "{gone} is left");
        }
    }
    // A state that has no drawing is shown by nobody, and what it says would be lost.
    let strange = form(["/V /No /AS /No", off], ["", ""], "");
    assert_eq!(made(strange).0, Err(Refused::Form));
    // The same in a document without a table of its objects.
    let whole = form([on, off], ["", ""], "");
    let end = whole.windows(4).rposition(|part| part == b"xref").unwrap();
    let text = String::from_utf8(whole[..end].to_vec()).unwrap();
    let broken = text.replace("\nxref\n0 1", "\nno\n0 1");
    let (anew, _) = made(format!("{broken}xref\n9\n%%EOF\n").into_bytes());
    assert!(ink_in(&anew.unwrap(), BOXES[0]) > BLACK);
}

#[test]
fn pages_keep_their_order_their_size_and_their_turn() {
    let page = |id: u32, more: &str| {
        format!("{id} 0 obj\n<< /Type /Page /Parent 2 0 R {FONT} {more} >>\nendobj\n")
    };
    let square = "<< /Type /Annot /Subtype /Square /Rect [1 1 9 9] /AP << /N 20 0 R >> >>";
    let bytes = [
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n".to_owned(),
        "2 0 obj\n<< /Type /Pages /Kids [5 0 R 6 0 R 7 0 R] /Count 3 >>\nendobj\n".to_owned(),
        page(5, "/MediaBox [0 0 612 792]"),
        page(
            6,
            &format!("/MediaBox [0 0 400 500] /Rotate 90 /Annots [{square}]"),
        ),
        page(7, "/MediaBox [0 0 300 200] /Rotate 90"),
        "20 0 obj\n<< /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream\nendobj\n"
            .to_owned(),
        "trailer\n<< /Root 1 0 R /Size 20 >>\nstartxref\n9\n%%EOF\n".to_owned(),
    ]
    .concat()
    .into_bytes();
    let (anew, drawn) = made(bytes);
    assert_eq!(drawn, 1);
    let pdf = Pdf::new(anew.unwrap()).unwrap();
    let sizes: Vec<_> = pdf.pages().iter().map(Page::render_dimensions).collect();
    assert_eq!(sizes, [(612.0, 792.0), (500.0, 400.0), (200.0, 300.0)]);
}

#[test]
fn no_page_and_too_many() {
    let none = document("", "", "");
    let text = String::from_utf8(none)
        .unwrap()
        .replace("/Kids [3 0 R]", "/Kids []");
    let text = text.replace("/Type /Page ", "/Type /Other ");
    assert_eq!(made(text.into_bytes()).0, Err(Refused::BrokenPdf));
    let kids = "3 0 R ".repeat(MOST_PAGES + 1);
    let many = String::from_utf8(document(FONT, "", "")).unwrap();
    let many = many.replace("/Kids [3 0 R]", &format!("/Kids [{kids}]"));
    assert_eq!(made(many.into_bytes()).0, Err(Refused::TooManyPages));
}

/// `steps` drawings, each of which draws the next one ten times; the last draws `end`.
fn nested(steps: usize, end: &str) -> Vec<u8> {
    let page = "/Resources << /XObject << /F 5 0 R >> >>";
    let mut more = String::new();
    for step in 0..steps {
        let (id, content) = (5 + step, "/F Do ".repeat(10));
        let content = if step + 1 == steps { end } else { &content };
        let next = format!("/Resources << /XObject << /F {} 0 R >> >>", id + 1);
        more += &format!(
            "{id} 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] {next} /Length {} >>\nstream\n{content}\nendstream\nendobj\n",
            content.len()
        );
    }
    let whole = String::from_utf8(document(page, "", &more)).unwrap();
    let text = "BT /F1 24 Tf 20 100 Td (Ramipril) Tj ET";
    let draws = format!("{:<1$}", "/F Do", text.len());
    whole.replace(text, &draws).into_bytes()
}

#[test]
fn drawings_in_drawings_are_bounded() {
    let (few, _) = made(nested(4, "0 0 9 9 re f"));
    assert!(ink(&few.unwrap()) > 0, "a thousand are drawn");
    for many in [nested(8, "0 0 9 9 re f"), nested(14, "0 0 9 9 re f")] {
        assert!(matches!(made(many).0, Err(Refused::Bomb)));
    }
    // It draws itself.
    let own = nested(1, "/F Do");
    let own = String::from_utf8(own)
        .unwrap()
        .replace("/F 6 0 R", "/F 5 0 R");
    assert!(matches!(made(own.into_bytes()).0, Err(Refused::Bomb)));
}

/// A page that draws `content` with `resources`; `more` are objects from 5 on, each with its keys and what it draws.
fn drawing(content: &str, resources: &str, more: &[(String, String)]) -> Vec<u8> {
    let page = format!("/Resources << {resources} >>");
    let mut objects = String::new();
    for (id, (keys, content)) in (5..).zip(more) {
        objects += &format!(
            "{id} 0 obj\n<< {keys} /Length {} >>\nstream\n{content}\nendstream\nendobj\n",
            content.len()
        );
    }
    let whole = String::from_utf8(document(&page, "", &objects)).unwrap();
    let text = "BT /F1 24 Tf 20 100 Td (Ramipril) Tj ET";
    let length = |content: &str| format!("4 0 obj\n<< /Length {} >>", content.len());
    let whole = whole.replace(&length(text), &length(content));
    whole.replace(text, content).into_bytes()
}

fn is_too_much(document: Vec<u8>) -> bool {
    match made(document).0 {
        Ok(_) => false,
        Err(refused) => {
            assert_eq!(refused, Refused::Bomb);
            true
        }
    }
}

const PATTERN: &str = "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9";

#[test]
fn each_time_that_a_pattern_is_painted_counts() {
    let patterns = |levels: u32, paints: &str| {
        let more: Vec<_> = (0..levels)
            .map(|level| {
                let next = format!(
                    "{PATTERN} /Resources << /Pattern << /P {} 0 R >> >>",
                    6 + level
                );
                let content = if level + 1 == levels {
                    "0 0 5 5 re f".to_owned()
                } else {
                    format!("/Pattern cs /P scn /Pattern CS /P SCN {paints}")
                };
                (next, content)
            })
            .collect();
        let content = format!("/Pattern cs /P scn /Pattern CS /P SCN {paints}");
        drawing(&content, "/Pattern << /P 5 0 R >>", &more)
    };
    for act in ["f", "F", "f*", "B", "B*", "b", "b*", "S", "s"] {
        let paints = format!("0 0 9 9 re {act} ").repeat(40);
        assert!(is_too_much(patterns(8, &paints)), "{act}");
    }
    assert!(is_too_much(patterns(8, &"(Ramipril) Tj ".repeat(9))));
    assert!(is_too_much(patterns(
        8,
        &"[(Rami) -20 (pril)] TJ ".repeat(9)
    )));
    let mask = "BI /W 1 /H 1 /BPC 1 /IM true ID x EI ";
    assert!(is_too_much(patterns(8, &mask.repeat(40))));
    // Set once more, taken back, or never painted.
    let plain = "q 0 g 0 G Q ".to_owned() + &"0 0 9 9 re n ".repeat(40);
    assert!(!is_too_much(patterns(8, &plain)));
    assert!(!is_too_much(patterns(
        8,
        &("0 g 0 G ".to_owned() + &"0 0 9 9 re B ".repeat(40))
    )));
    assert!(is_too_much(patterns(
        8,
        &("q 0 g Q ".to_owned() + &"0 0 9 9 re f ".repeat(40))
    )));
    // A chart of many bars.
    assert!(!is_too_much(patterns(1, &"20 20 9 90 re f ".repeat(999))));
    // In the colour of the page that draws it.
    let form = "/Subtype /Form /BBox [0 0 200 200] /Resources << >>".to_owned();
    let inherits = |fills: usize| {
        let pattern = (PATTERN.to_owned(), "0 0 5 5 re f ".to_owned());
        let form = (form.clone(), "0 0 200 200 re f ".repeat(fills));
        drawing(
            "/Pattern cs /P scn /F Do",
            "/Pattern << /P 5 0 R >> /XObject << /F 6 0 R >>",
            &[pattern, form],
        )
    };
    assert!(!is_too_much(inherits(9)));
    assert!(is_too_much(inherits(999)));
}

#[test]
fn a_pattern_counts_as_often_as_it_is_laid_out() {
    let laid = |content: &str, matrix: &str, [wide, high]: [&str; 2]| {
        let keys = format!(
            "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep {wide} /YStep {high} /Matrix [{matrix}]"
        );
        let more = [(keys, "0 0 5 5 re f".to_owned())];
        let content = format!("/Pattern cs /P scn /Pattern CS /P SCN {content}");
        drawing(&content, "/Pattern << /P 5 0 R >>", &more)
    };
    const WHOLE: &str = "0 0 200 200 re f";
    for (content, matrix, steps, most) in [
        (WHOLE, "1 0 0 1 0 0", ["9", "9"], false),
        (WHOLE, "1 0 0 1 0 0", ["-1", "1"], false),
        (WHOLE, "1 0 0 1 0 0", [".00001", ".00001"], true),
        (WHOLE, "1 0 0 1 0 0", [".00001", "9999999"], true),
        (WHOLE, "1 0 0 1 0 0", ["-.00001", "-9"], true),
        (WHOLE, "1 0 0 1 0 0", ["0", "9"], true),
        (WHOLE, ".00001 0 0 .00001 0 0", ["9", "9"], true),
        (WHOLE, "0 .00001 -.00001 0 0 0", ["9", "9"], true),
        (WHOLE, "0 0 0 0 0 0", ["9", "9"], true),
        (WHOLE, "9999 0 0 9999 0 0", ["9", "9"], false),
        // Little of the page, or as it seems.
        ("1 1 2 2 re f", "1 0 0 1 0 0", [".1", ".1"], false),
        (
            "1 1 2 2 re W n 0 0 200 200 re f",
            "1 0 0 1 0 0",
            [".1", ".1"],
            false,
        ),
        ("0 0 200 200 re f", "1 0 0 1 0 0", [".1", ".1"], true),
        (
            "200 0 0 200 0 0 cm 0 0 1 1 re f",
            "1 0 0 1 0 0",
            [".1", ".1"],
            true,
        ),
        (
            "0 0 1 1 re 200 0 0 200 0 0 cm f",
            "1 0 0 1 0 0",
            [".1", ".1"],
            true,
        ),
        (
            "q 1 1 2 2 re W n Q 0 0 200 200 re f",
            "1 0 0 1 0 0",
            [".1", ".1"],
            true,
        ),
        ("999 w 1 1 m 2 2 l S", "1 0 0 1 0 0", [".1", ".1"], true),
        (
            "0 0 99999999 99999999 re f",
            "1 0 0 1 0 0",
            ["9", "9"],
            false,
        ),
    ] {
        let document = laid(content, matrix, steps);
        assert_eq!(is_too_much(document), most, "{content} {matrix} {steps:?}");
    }
}

#[test]
fn what_a_soft_mask_draws_counts_for_all_that_is_drawn_under_it() {
    let masks = |levels: u32, content: &str| {
        let more: Vec<_> = (0..levels)
            .map(|level| {
                let next = 6 + level;
                let keys = format!(
                    "/Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >> /Resources << /ExtGState << /G << /SMask << /S /Luminosity /G {next} 0 R >> >> /N << /SMask /None >> >> >>"
                );
                let last = level + 1 == levels;
                (keys, if last { "1 g 0 0 9 9 re f" } else { content }.to_owned())
            })
            .collect();
        let set = "/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >>";
        drawing("/G gs 0 0 9 9 re f", set, &more)
    };
    assert!(is_too_much(masks(
        10,
        &"/G gs 0 0 9 9 re f /N gs ".repeat(20)
    )));
    assert!(is_too_much(masks(
        10,
        &("/G gs ".to_owned() + &"0 0 9 9 re f ".repeat(20))
    )));
    assert!(!is_too_much(masks(
        10,
        &("/G gs /N gs ".to_owned() + &"0 0 9 9 re f ".repeat(20))
    )));
    assert!(!is_too_much(masks(
        2,
        &"/G gs 0 0 9 9 re f /N gs ".repeat(20)
    )));
}

#[test]
fn pages_have_the_sizes_that_readers_open() {
    let sized = |boxes: &str| {
        let whole = String::from_utf8(document("", "", "")).unwrap();
        made(whole.replace("/MediaBox [0 0 200 200]", boxes).into_bytes()).0
    };
    for (boxes, opens) in [
        ("/MediaBox [0 0 14400 14400]", true),
        ("/MediaBox [-7200 0 7200 200]", true),
        ("/MediaBox [0 0 14401 200]", false),
        ("/MediaBox [0 0 10000000 10000000]", false),
        (
            "/MediaBox [-10000000 -10000000 10000000 10000000] /CropBox [0 0 200 200]",
            false,
        ),
        ("/MediaBox [0 0 200 200] /CropBox [0 0 200 10000000]", false),
    ] {
        let kept = sized(boxes);
        assert_eq!(kept.is_ok(), opens, "{boxes}");
        assert!(opens || matches!(kept, Err(Refused::LargePage)), "{boxes}");
    }
}

#[test]
fn a_page_without_a_size_is_none() {
    for boxes in [
        "/MediaBox [0 0 0 0]",
        "/MediaBox [0 0 200 200] /CropBox [300 300 400 400]",
    ] {
        let whole = String::from_utf8(document("", "", "")).unwrap();
        let sized = whole.replace("/MediaBox [0 0 200 200]", boxes);
        assert!(
            matches!(made(sized.into_bytes()).0, Err(Refused::BrokenPdf)),
            "{boxes}"
        );
    }
}

/// A grey photo of eight by eight, with segments behind its first mark and bytes behind its end.
fn photo(segments: &[(u8, &[u8])], behind: &[u8]) -> Vec<u8> {
    let mut jpeg = Vec::new();
    JpegEncoder::new(&mut jpeg)
        .write_image(&[90; 64], 8, 8, ExtendedColorType::L8)
        .unwrap();
    let mut whole = jpeg[..2].to_vec();
    for (mark, text) in segments {
        let length = u16::try_from(text.len() + 2).unwrap().to_be_bytes();
        whole.extend([&[0xFF, *mark], &length[..], text].concat());
    }
    [&whole, &jpeg[2..], behind].concat()
}

/// A page that draws a photo, which is stored with these filters.
fn with_photo(filters: &str, photo: &[u8]) -> Vec<u8> {
    let content = "200 0 0 200 0 0 cm /I Do";
    let head = format!(
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R \
         /Resources << /XObject << /I 5 0 R >> >> >>\nendobj\n\
         4 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n\
         5 0 obj\n<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray \
         /Filter {filters} /Length {} >>\nstream\n",
        content.len(),
        photo.len()
    );
    let tail = b"\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 20 >>\nstartxref\n9\n%%EOF\n";
    [head.as_bytes(), photo, tail].concat()
}

#[test]
fn what_a_camera_says_of_a_photo_is_not_kept() {
    const SECRET: &[u8] = b"49 15 0 N 123 6 0 W";
    let profile = [&[0; 36], b"acsp".as_slice(), b"measured"].concat();
    let colours = [b"ICC_PROFILE\0\x01\x02".as_slice(), &profile].concat();
    let more_colours = b"ICC_PROFILE\0\x02\x02gamut".as_slice();
    let exif = [b"Exif\0\0".as_slice(), SECRET].concat();
    let no_profile = [b"ICC_PROFILE\0\x01\x01".as_slice(), &exif].concat();
    let no_part = [b"ICC_PROFILE\0\x03\x02".as_slice(), &exif].concat();
    let not_adobe = [b"Adobe\0d\0\0\0\0\0".as_slice(), &exif].concat();
    let adobe = b"Adobe\0d\x80\0\0\0\0".as_slice();
    let segments: [(u8, &[u8]); 13] = [
        (0xEE, adobe),
        (0xE1, &exif),
        (0xE2, &no_part),
        (0xE2, &colours),
        (0xE2, more_colours),
        (0xE2, &no_part),
        (0xE2, &no_profile),
        (0xEE, &not_adobe),
        (0xED, SECRET),
        (0xFE, SECRET),
        (0xF0, SECRET),
        (0xFD, SECRET),
        (0x02, SECRET),
    ];
    let told = photo(&segments, SECRET);
    let (kept, drawn) = made(with_photo("/DCTDecode", &told));
    let kept = kept.unwrap();
    assert_eq!(drawn, 0, "the photo stays as it is");
    assert!(holds(&kept, "measured") && holds(&kept, "gamut"));
    assert!(kept.windows(adobe.len()).any(|part| part == adobe));
    assert!(!holds(&kept, "49 15 0 N"));
    let plain = made(with_photo("/DCTDecode", &photo(&[], b""))).0.unwrap();
    assert_eq!(ink(&kept), ink(&plain), "it shows what it showed");

    // Within another filter, or with a mark that has no end: the page becomes a picture.
    let digits: Vec<String> = told.iter().map(|byte| format!("{byte:02x}")).collect();
    let digits = digits.concat();
    let cut = &told[..told.len() - SECRET.len() - 2];
    for document in [
        with_photo("[/ASCIIHexDecode /DCTDecode]", digits.as_bytes()),
        with_photo("/DCTDecode", cut),
    ] {
        let (kept, drawn) = made(document);
        assert_eq!(drawn, 1);
        assert!(!holds(&kept.unwrap(), "49 15 0 N"));
    }
}

#[test]
fn a_photo_within_what_is_drawn_is_found_however_its_filter_is_spelled() {
    for filter in ["/DCT", "/DCTDecode", "/D#43T", "/#44#43#54Decode"] {
        let content = format!("BI /W 8 /H 8 /CS /G /BPC 8 /F {filter} ID 49 15 0 N EI");
        let text = "BT /F1 24 Tf 20 100 Td (Ramipril) Tj ET";
        let whole = String::from_utf8(document(FONT, "", "")).unwrap();
        let whole = whole.replace(text, &content);
        let length = |content: &str| format!("<< /Length {} >>", content.len());
        let whole = whole.replace(&length(text), &length(&content));
        let (kept, drawn) = made(whole.into_bytes());
        assert_eq!(drawn, 1, "{filter}");
        assert!(!holds(&kept.unwrap(), "49 15 0 N"), "{filter}");
    }
}
