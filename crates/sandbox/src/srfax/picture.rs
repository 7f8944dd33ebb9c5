// SPDX-License-Identifier: AGPL-3.0-or-later

//! A page of a fax as a picture, in black on white as a machine would print it. A file that cannot be drawn has
//! none; whether it is a good PDF is not decided here.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{RenderCache, RenderSettings, render};

/// Pixels for each point: a letter page is 857 wide.
const SCALE: f32 = 1.4;

/// A page, counted from 1, as PNG.
pub(crate) fn png(content: Vec<u8>, page: usize) -> Option<Vec<u8>> {
    let pdf = Pdf::new(content).ok()?;
    let page = pdf.pages().get(page.checked_sub(1)?)?;
    let settings = RenderSettings {
        x_scale: SCALE,
        y_scale: SCALE,
        bg_color: WHITE,
        ..RenderSettings::default()
    };
    render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &settings,
    )
    .into_png()
    .ok()
}
