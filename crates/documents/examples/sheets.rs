// SPDX-License-Identifier: AGPL-3.0-or-later

//! Writes one of each paper into a folder, to be looked at: `cargo run -p salal-documents --example sheets -- FOLDER`.

#[path = "../src/testing.rs"]
mod testing;

use std::error::Error;
use std::path::Path;

use salal_documents::{
    DocumentError, Pdf, Signature, cancellation, cover, prescription, receipt, report, sleep_cover,
    sleep_request, voided,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder")?;
    std::fs::create_dir_all(&folder)?;
    for (name, paper) in papers() {
        let started = std::time::Instant::now();
        let pdf = paper()?;
        println!(
            "{name}: {} pages, {} bytes, {} ms",
            pdf.pages,
            pdf.bytes.len(),
            started.elapsed().as_millis()
        );
        std::fs::write(Path::new(&folder).join(format!("{name}.pdf")), pdf.bytes)?;
    }
    for (what, line) in testing::hard_lines() {
        let mut document = testing::prescription();
        document.lines = vec![line];
        let name = format!("hard-{}.pdf", what.replace(' ', "-"));
        std::fs::write(
            Path::new(&folder).join(name),
            prescription(&document)?.bytes,
        )?;
    }
    Ok(())
}

type Paper = fn() -> Result<Pdf, DocumentError>;

fn papers() -> [(&'static str, Paper); 15] {
    [
        ("report", || report(&testing::report())),
        ("signed", || prescription(&testing::prescription())),
        ("unsigned", || {
            let mut document = testing::prescription();
            document.signature = Signature::Unsigned;
            prescription(&document)
        }),
        ("ink", || {
            let mut document = testing::prescription();
            document.signature = Signature::Ink {
                at: document.written_at,
            };
            document.lines.truncate(1);
            prescription(&document)
        }),
        ("long", || prescription(&testing::long_prescription())),
        ("endless", || prescription(&testing::endless_directions())),
        ("scripts", || prescription(&testing::every_script())),
        ("cancellation", || cancellation(&testing::cancellation())),
        ("void", || {
            let sheet = prescription(&testing::prescription())?;
            voided(sheet.bytes, sheet.pages, testing::cancellation().at)
        }),
        ("cover", || cover(&testing::cover())),
        ("resent", || {
            let mut again = testing::cover();
            again.resent_of = Some(again.sent_at);
            cover(&again)
        }),
        ("receipt", || receipt(&testing::receipt())),
        ("sleep", || sleep_request(&testing::sleep_request())),
        ("sleep-preliminary", || {
            sleep_request(&testing::sleep_preliminary())
        }),
        ("sleep-cover", || sleep_cover(&testing::sleep_cover())),
    ]
}
