// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files that people send in, made on the spot: good ones of each kind.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

fn picture(width: u32, height: u32) -> DynamicImage {
    let colour = |part: u32| u8::try_from(part % 251).expect("less than 256");
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
        Rgb([colour(x), colour(y), colour(x * y)])
    }))
}

fn written(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture(width, height)
        .write_to(&mut bytes, format)
        .expect("a picture can be written");
    bytes.into_inner()
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    written(width, height, ImageFormat::Png)
}

pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    written(width, height, ImageFormat::Jpeg)
}

pub fn gif(width: u32, height: u32) -> Vec<u8> {
    written(width, height, ImageFormat::Gif)
}

/// A document of one page, with more objects in its middle.
pub fn pdf(more: &str) -> Vec<u8> {
    format!(
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n{more}\
         trailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n9\n%%EOF\n"
    )
    .into_bytes()
}
