// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pictures: detected by their first bytes, decoded within limits, rotated upright, scaled down, and
//! re-encoded, so that nothing else in the file remains: location, camera data, appended formats, HTML.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use super::MediaType;
use super::examine::Refused;

/// Maximum number of pixels, checked before decoding.
const MOST_PIXELS: u64 = 40_000_000;
/// What a JPEG that comes in several scans may take to decode, bytes: it keeps all its coefficients until the last scan.
const MOST_MEMORY: u64 = 200_000_000;
/// Maximum side length of a stored picture.
const LONGEST_SIDE: u32 = 3000;
/// A larger PNG, in bytes, is a photograph, and is stored as JPEG.
const LARGEST_PNG: usize = 4 * 1024 * 1024;
const QUALITY: u8 = 88;

/// The format by the first bytes; `None` for unsupported ones.
pub(super) fn format_of(bytes: &[u8]) -> Option<ImageFormat> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(ImageFormat::Png)
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        Some(ImageFormat::Jpeg)
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        Some(ImageFormat::Gif)
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some(ImageFormat::WebP)
    } else {
        None
    }
}

/// Whether it is a picture in a container of the HEIF family: a box `ftyp` with one of its brands (ISO/IEC 23008-12,
/// and AVIF, which is packed in the same way).
pub(super) fn is_heic(bytes: &[u8]) -> bool {
    const BRANDS: [&[u8]; 10] = [
        b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis",
    ];
    bytes.get(4..8) == Some(b"ftyp")
        && (bytes.get(8..12)).is_some_and(|brand| BRANDS.contains(&brand))
}

/// The picture as stored.
pub(super) fn remake(bytes: &[u8], format: ImageFormat) -> Result<(MediaType, Vec<u8>), Refused> {
    if format == ImageFormat::Jpeg {
        if !is_whole_jpeg(bytes) {
            return Err(Refused::BrokenImage);
        }
        if memory_of_scans(bytes) > MOST_MEMORY {
            return Err(Refused::HeavyImage);
        }
    }
    let picture = upright(bytes, format)?;
    let lossless =
        matches!(format, ImageFormat::Png | ImageFormat::Gif) || picture.color().has_alpha();
    if lossless {
        let png = as_png(&picture)?;
        if png.len() <= LARGEST_PNG || picture.color().has_alpha() {
            return Ok((MediaType::Png, png));
        }
    }
    Ok((MediaType::Jpeg, as_jpeg(picture)?))
}

/// Decodes a picture after checking its size, smaller and upright.
fn upright(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, Refused> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_PIXELS * 8);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| why(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS || decoder.total_bytes() > MOST_PIXELS * 4
    {
        return Err(Refused::TooManyPixels);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    // Made smaller first: to turn a picture takes as much memory again.
    let mut picture = shrink(DynamicImage::from_decoder(decoder).map_err(|error| why(&error))?);
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn why(error: &ImageError) -> Refused {
    match error {
        ImageError::Limits(_) => Refused::TooManyPixels,
        _ => Refused::BrokenImage,
    }
}

fn shrink(picture: DynamicImage) -> DynamicImage {
    if picture.width().max(picture.height()) <= LONGEST_SIDE {
        picture
    } else {
        picture.thumbnail(LONGEST_SIDE, LONGEST_SIDE)
    }
}

fn as_png(picture: &DynamicImage) -> Result<Vec<u8>, Refused> {
    // Eight bits per channel are enough for a card and for a face.
    let plain = if picture.color().has_alpha() {
        DynamicImage::ImageRgba8(picture.to_rgba8())
    } else {
        DynamicImage::ImageRgb8(picture.to_rgb8())
    };
    let mut png = Vec::new();
    plain
        .write_with_encoder(PngEncoder::new(&mut png))
        .map_err(|error| why(&error))?;
    Ok(png)
}

fn as_jpeg(picture: DynamicImage) -> Result<Vec<u8>, Refused> {
    let mut jpeg = Vec::new();
    DynamicImage::ImageRgb8(picture.into_rgb8())
        .write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, QUALITY))
        .map_err(|error| why(&error))?;
    Ok(jpeg)
}

/// A JPEG's segments up to the start of the picture's data, each as its marker and what it holds; the last holds
/// everything that follows it.
fn jpeg_segments(bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut at = 2;
    std::iter::from_fn(move || {
        // Markers may be padded.
        while let Some([0xff, 0xff]) = bytes.get(at..at + 2) {
            at += 1;
        }
        let &[0xff, marker, high, low] = bytes.get(at..at + 4)? else {
            return None;
        };
        let end = at + 2 + usize::from(u16::from_be_bytes([high, low]));
        let is_last = marker == START_OF_SCAN;
        let held = bytes.get(at + 4..if is_last { bytes.len() } else { end })?;
        at = if is_last { bytes.len() } else { end };
        Some((marker, held))
    })
}

const START_OF_SCAN: u8 = 0xda;
/// Starts of a frame whose scans each add to the coefficients (ITU-T T.81, table B.1).
const PROGRESSIVE: [u8; 4] = [0xc2, 0xc6, 0xca, 0xce];

/// Whether the picture's data end with the end marker. The marker cannot occur inside the data, but a preview
/// in the header has one too, so the header is skipped segment by segment.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    jpeg_segments(bytes).last().is_some_and(|(marker, held)| {
        marker == START_OF_SCAN && held.windows(2).any(|two| two == [0xff, 0xd9])
    })
}

/// What a JPEG takes that keeps its coefficients, bytes: two for each, and three for each pixel of the picture. Zero
/// for one that is decoded as it is read.
fn memory_of_scans(bytes: &[u8]) -> u64 {
    let of_frame = |frame: &[u8]| {
        let &[_, high, low, wide, narrow, _, ref components @ ..] = frame else {
            return None;
        };
        let pixels = u64::from(u16::from_be_bytes([high, low]))
            * u64::from(u16::from_be_bytes([wide, narrow]));
        // How many samples a component has in the least unit, across and down.
        let samples = components
            .chunks_exact(3)
            .map(|component| u64::from(component[1] >> 4) * u64::from(component[1] & 15));
        let most = samples.clone().max().filter(|most| *most > 0)?;
        Some(pixels * 3 + pixels * 2 * samples.sum::<u64>() / most)
    };
    jpeg_segments(bytes)
        .filter(|(marker, _)| PROGRESSIVE.contains(marker))
        .filter_map(|(_, frame)| of_frame(frame))
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> DynamicImage {
        DynamicImage::ImageRgb8(image::RgbImage::from_fn(width, height, |x, y| {
            image::Rgb([(x % 251) as u8, (y % 241) as u8, ((x * y) % 239) as u8])
        }))
    }

    #[test]
    fn what_was_hidden_behind_a_picture_is_gone() {
        let mut png = as_png(&picture(40, 30)).unwrap();
        png.extend_from_slice(b"<html><script>alert(1)</script></html>");
        let (media, kept) = remake(&png, ImageFormat::Png).unwrap();
        assert_eq!(media, MediaType::Png);
        assert!(!kept.windows(7).any(|part| part == b"<script"));
    }

    #[test]
    fn a_picture_cut_off_is_refused() {
        let png = as_png(&picture(200, 200)).unwrap();
        let jpeg = as_jpeg(picture(200, 200)).unwrap();
        for part in [20, 2, 3] {
            let (cut, ends) = (png.len() / part, jpeg.len() - jpeg.len() / part);
            assert_eq!(
                remake(&png[..cut], ImageFormat::Png).unwrap_err(),
                Refused::BrokenImage
            );
            assert_eq!(
                remake(&jpeg[..ends], ImageFormat::Jpeg).unwrap_err(),
                Refused::BrokenImage
            );
        }
    }

    #[test]
    fn a_picture_of_too_many_pixels_is_not_unpacked() {
        // The header of a PNG that claims 60 000 by 60 000 pixels, without data.
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        head.extend_from_slice(&60_000_u32.to_be_bytes());
        head.extend_from_slice(&60_000_u32.to_be_bytes());
        head.extend_from_slice(&[8, 2, 0, 0, 0]);
        let mut sum = flate2::Crc::new();
        sum.update(&head[12..]);
        head.extend_from_slice(&sum.sum().to_be_bytes());
        head.extend_from_slice(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
        assert_eq!(
            remake(&head, ImageFormat::Png).unwrap_err(),
            Refused::TooManyPixels
        );
    }

    #[test]
    fn a_picture_that_keeps_its_coefficients_has_fewer_pixels() {
        // The head of a frame, of three components with these samples each.
        let frame = |marker: u8, side: u16, samples: [u8; 3]| {
            let mut frame = vec![0xff, 0xd8, 0xff, 0xff, marker, 0, 17, 8];
            frame.extend([side.to_be_bytes(), side.to_be_bytes()].concat());
            frame.push(3);
            for (number, sample) in (1..).zip(samples) {
                frame.extend([number, sample, 0]);
            }
            frame.extend([0xff, START_OF_SCAN, 0, 2, 0xff, 0xd9]);
            frame
        };
        let (full, quarter) = ([0x11, 0x11, 0x11], [0x22, 0x11, 0x11]);
        for (marker, side, samples, megabytes) in [
            (0xc0, 6300, full, 0),
            (0xc2, 6300, full, 357),
            (0xc2, 6300, quarter, 238),
            (0xc2, 5500, quarter, 181),
            (0xc2, 4000, full, 144),
            (0xc2, 4000, [0, 0, 0], 0),
        ] {
            let bytes = frame(marker, side, samples);
            assert_eq!(memory_of_scans(&bytes) / 1_000_000, megabytes, "{side}");
            let refused = remake(&bytes, ImageFormat::Jpeg).unwrap_err();
            let expected = if megabytes > 200 {
                Refused::HeavyImage
            } else {
                Refused::BrokenImage
            };
            assert_eq!(refused, expected, "{marker:x} {side}");
        }
    }

    #[test]
    fn a_large_picture_is_made_smaller_and_turned_upright() {
        let (_, kept) = remake(&as_jpeg(picture(3600, 900)).unwrap(), ImageFormat::Jpeg).unwrap();
        let small = image::load_from_memory(&kept).unwrap();
        assert_eq!((small.width(), small.height()), (3000, 750));
        // The same picture with a camera's rotation flag and location.
        let plain = as_jpeg(picture(60, 20)).unwrap();
        let tiff = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS 49.28 -123.12";
        let mut turned = plain[..2].to_vec();
        turned.extend_from_slice(&[0xff, 0xe1]);
        turned.extend_from_slice(&u16::try_from(tiff.len() + 2).unwrap().to_be_bytes());
        turned.extend_from_slice(tiff);
        turned.extend_from_slice(&plain[2..]);
        let (_, kept) = remake(&turned, ImageFormat::Jpeg).unwrap();
        let upright = image::load_from_memory(&kept).unwrap();
        assert_eq!((upright.width(), upright.height()), (20, 60));
        assert!(!kept.windows(3).any(|part| part == b"GPS"));
    }
}
