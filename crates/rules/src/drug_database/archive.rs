//! Unpacking of uploads: zip archives and gzipped files, with limits, since an upload may be built to harm.
//!
//! Nothing is written to disk; names inside an archive are names only.

use std::io::{Cursor, Read};

use super::ImportError;
use super::sources::{Source, base_name};

/// How much an upload may unpack to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one unpacked file.
    pub file_bytes: u64,
    /// Bytes of everything unpacked together.
    pub total_bytes: u64,
    /// Files in all archives together.
    pub files: usize,
}

impl Default for Limits {
    /// Four times what the register's full extract needs.
    fn default() -> Self {
        Self {
            file_bytes: 128 << 20,
            total_bytes: 512 << 20,
            files: 200,
        }
    }
}

/// Unpacks zip archives and gzipped files; plain files stay as they are. Archives within archives are refused.
pub fn expand(uploads: Vec<Source>, limits: &Limits) -> Result<Vec<Source>, ImportError> {
    let mut budget = Budget {
        limits: *limits,
        bytes: 0,
        files: 0,
    };
    let mut sources = Vec::new();
    for upload in uploads {
        if is_zip(&upload.bytes) {
            unzip(&upload, &mut budget, &mut sources)?;
        } else {
            let source = gunzip(upload, &mut budget)?;
            budget.count_file(&source.file)?;
            sources.push(source);
        }
    }
    Ok(sources)
}

struct Budget {
    limits: Limits,
    bytes: u64,
    files: usize,
}

impl Budget {
    fn count_file(&mut self, file: &str) -> Result<(), ImportError> {
        self.files += 1;
        if self.files > self.limits.files {
            return Err(too_large(file));
        }
        Ok(())
    }

    /// Reads all of `reader`, or stops as soon as it passes a limit, whatever size it claims.
    fn read(&mut self, reader: impl Read, file: &str) -> Result<Vec<u8>, ImportError> {
        let left = self.limits.total_bytes.saturating_sub(self.bytes);
        let most = left.min(self.limits.file_bytes);
        let mut bytes = Vec::new();
        reader
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| ImportError::Broken {
                file: file.to_owned(),
            })?;
        let read = bytes.len() as u64;
        if read > most {
            return Err(too_large(file));
        }
        self.bytes += read;
        Ok(bytes)
    }
}

fn too_large(file: &str) -> ImportError {
    ImportError::TooLarge {
        file: file.to_owned(),
    }
}

fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b")
}

fn gunzip(source: Source, budget: &mut Budget) -> Result<Source, ImportError> {
    if !is_gzip(&source.bytes) {
        return Ok(source);
    }
    let bytes = budget.read(
        flate2::read::MultiGzDecoder::new(source.bytes.as_slice()),
        &source.file,
    )?;
    if is_zip(&bytes) || is_gzip(&bytes) {
        return Err(ImportError::Nested { file: source.file });
    }
    Ok(Source {
        file: source.file,
        bytes,
    })
}

fn unzip(
    upload: &Source,
    budget: &mut Budget,
    sources: &mut Vec<Source>,
) -> Result<(), ImportError> {
    let broken = || ImportError::Broken {
        file: upload.file.clone(),
    };
    let mut archive =
        zip::ZipArchive::new(Cursor::new(upload.bytes.as_slice())).map_err(|_| broken())?;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|_| broken())?;
        if !entry.is_file() {
            continue;
        }
        let name = entry.name().map_err(|_| broken())?.into_owned();
        let path_is_safe = !name.starts_with(['/', '\\'])
            && !name.contains(':')
            && !name.split(['/', '\\']).any(|part| part == "..");
        if !path_is_safe {
            return Err(ImportError::UnsafePath {
                file: upload.file.clone(),
            });
        }
        budget.count_file(&name)?;
        let bytes = budget.read(entry, &name)?;
        if is_zip(&bytes) {
            return Err(ImportError::Nested { file: name });
        }
        let file = base_name(&name).to_owned();
        sources.push(gunzip(Source { file, bytes }, budget)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn zip_of(entries: &[(&str, &[u8])]) -> Source {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            writer
                .start_file(*name, zip::write::SimpleFileOptions::default())
                .unwrap();
            writer.write_all(bytes).unwrap();
        }
        Source {
            file: "allfiles.zip".into(),
            bytes: writer.finish().unwrap().into_inner(),
        }
    }

    fn gzip_of(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn archives_and_gzipped_files_are_unpacked() {
        let uploads = vec![
            zip_of(&[("set/drug.txt", b"a"), ("form.txt.gz", &gzip_of(b"b"))]),
            Source {
                file: "route.txt.gz".into(),
                bytes: gzip_of(b"c"),
            },
            Source {
                file: "ther.txt".into(),
                bytes: b"d".to_vec(),
            },
        ];
        let found: Vec<(String, Vec<u8>)> = expand(uploads, &Limits::default())
            .unwrap()
            .into_iter()
            .map(|source| (source.file, source.bytes))
            .collect();
        assert_eq!(
            found,
            [
                ("drug.txt".to_owned(), b"a".to_vec()),
                ("form.txt.gz".to_owned(), b"b".to_vec()),
                ("route.txt.gz".to_owned(), b"c".to_vec()),
                ("ther.txt".to_owned(), b"d".to_vec()),
            ]
        );
    }

    #[test]
    fn bombs_stop_at_the_limit() {
        let limits = Limits {
            file_bytes: 1000,
            total_bytes: 1500,
            files: 3,
        };
        let zeros = vec![b'0'; 100_000];
        assert!(matches!(
            expand(vec![zip_of(&[("drug.txt", &zeros)])], &limits),
            Err(ImportError::TooLarge { .. })
        ));
        let gzipped = Source {
            file: "drug.txt.gz".into(),
            bytes: gzip_of(&zeros),
        };
        assert!(matches!(
            expand(vec![gzipped], &limits),
            Err(ImportError::TooLarge { .. })
        ));
        let half = vec![b'0'; 900];
        assert!(matches!(
            expand(
                vec![zip_of(&[("drug.txt", &half), ("form.txt", &half)])],
                &limits
            ),
            Err(ImportError::TooLarge { .. })
        ));
        let many: Vec<(&str, &[u8])> = vec![("a", b""), ("b", b""), ("c", b""), ("d", b"")];
        assert!(matches!(
            expand(vec![zip_of(&many)], &limits),
            Err(ImportError::TooLarge { .. })
        ));
    }

    #[test]
    fn paths_out_of_the_archive_and_nests_are_refused() {
        let limits = Limits::default();
        for path in [
            "../drug.txt",
            "a/../../drug.txt",
            "/etc/drug.txt",
            "c:\\drug.txt",
            "..\\drug.txt",
        ] {
            assert!(
                matches!(
                    expand(vec![zip_of(&[(path, b"a")])], &limits),
                    Err(ImportError::UnsafePath { .. })
                ),
                "{path}"
            );
        }
        let inner = zip_of(&[("drug.txt", b"a")]);
        assert!(matches!(
            expand(vec![zip_of(&[("inner.zip", &inner.bytes)])], &limits),
            Err(ImportError::Nested { .. })
        ));
        let broken = Source {
            file: "x.zip".into(),
            bytes: b"PK\x03\x04nothing".to_vec(),
        };
        assert!(matches!(
            expand(vec![broken], &limits),
            Err(ImportError::Broken { .. })
        ));
    }
}
