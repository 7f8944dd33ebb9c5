// SPDX-License-Identifier: AGPL-3.0-or-later

//! The page and its files. Colours and letters are the product's own: its sheet of roles and the typeface of its
//! documents.

use std::fmt::Write as _;

use axum::extract::Path;

use crate::answer::Answer;
use crate::faults::Service;
use crate::fields::escape;
use crate::{srfax, teleplan};

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const FONT: &str = "font/ttf";
const PICTURE: &str = "image/svg+xml";

/// The files of the page: name, media type, content.
const FILES: &[(&str, &str, &[u8])] = &[
    (
        "roles.css",
        CSS,
        include_bytes!("../../../../web/src/ui/theme/roles.css"),
    ),
    ("theme.js", SCRIPT, include_bytes!("../../assets/theme.js")),
    (
        "leaf.svg",
        PICTURE,
        include_bytes!("../../../../web/public/favicon.svg"),
    ),
    (
        "regular.ttf",
        FONT,
        include_bytes!("../../../documents/fonts/RadioCanada-Regular.ttf"),
    ),
    (
        "bold.ttf",
        FONT,
        include_bytes!("../../../documents/fonts/RadioCanada-Bold.ttf"),
    ),
    ("desk.css", CSS, include_bytes!("../../assets/desk.css")),
    ("main.js", SCRIPT, include_bytes!("../../assets/main.js")),
    ("dom.js", SCRIPT, include_bytes!("../../assets/dom.js")),
    ("phone.js", SCRIPT, include_bytes!("../../assets/phone.js")),
    ("mail.js", SCRIPT, include_bytes!("../../assets/mail.js")),
    ("codes.js", SCRIPT, include_bytes!("../../assets/codes.js")),
    (
        "switches.js",
        SCRIPT,
        include_bytes!("../../assets/switches.js"),
    ),
    ("faxes.js", SCRIPT, include_bytes!("../../assets/faxes.js")),
    ("day.js", SCRIPT, include_bytes!("../../assets/day.js")),
    ("books.js", SCRIPT, include_bytes!("../../assets/books.js")),
];

/// `GET /page/{name}`
pub(super) async fn file(Path(name): Path<String>) -> Answer {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, content)) => {
            let age = if *kind == FONT {
                "max-age=86400"
            } else {
                "no-cache"
            };
            Answer::bytes(kind, content.to_vec()).with("cache-control", age)
        }
        None => Answer::text(404, "There is no such file."),
    }
}

/// `GET /page.css`: what every page of the sandbox shares, those of the companies it plays among them.
pub(super) async fn style() -> Answer {
    let sheet = include_bytes!("../../assets/page.css");
    Answer::bytes(CSS, sheet.to_vec()).with("cache-control", "no-cache")
}

/// `GET /`
pub(super) async fn page() -> Answer {
    let rows = |pairs: &mut dyn Iterator<Item = (&'static str, &'static str)>| {
        pairs.fold(String::new(), |mut html, (value, meaning)| {
            let _ = write!(
                html,
                "<tr><td>{}</td><td>{}</td></tr>",
                escape(value),
                escape(meaning)
            );
            html
        })
    };
    let services = Service::ALL
        .iter()
        .fold(String::new(), |mut html, service| {
            let _ = write!(html, "<option>{}</option>", service.name());
            html
        });
    let page = include_str!("../../assets/page.html")
        .replace("{{services}}", &services)
        .replace(
            "{{faxes}}",
            &rows(&mut srfax::TABLE_OF_NUMBERS.iter().copied()),
        )
        .replace("{{numbers}}", &rows(&mut teleplan::table_of_numbers()));
    Answer::html(200, page).with("cache-control", "no-cache")
}
