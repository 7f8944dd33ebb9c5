// SPDX-License-Identifier: AGPL-3.0-or-later

//! A store that speaks S3, for the tests: a server of somebody else's making on a folder, which can go away and come back
//! at its address.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

const KEYS: (&str, &str) = ("salal", "a secret of the tests");
const BUCKET: &str = "clinic";
/// What the names of all files begin with.
const PREFIX: &str = "files";

/// A store, and the folder that it keeps its objects in.
pub(crate) struct Store {
    folder: tempfile::TempDir,
    address: SocketAddr,
    service: S3Service,
    serving: Option<JoinHandle<()>>,
}

impl Store {
    /// Starts one with an empty bucket.
    pub(crate) async fn start() -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        std::fs::create_dir(folder.path().join(BUCKET)).map_err(|error| error.to_string())?;
        let objects = s3s_fs::FileSystem::new(folder.path());
        let objects = objects.map_err(|error| format!("{error:?}"))?;
        let mut service = S3ServiceBuilder::new(objects);
        service.set_auth(SimpleAuth::from_single(KEYS.0, KEYS.1));
        let mut store = Self {
            folder,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            service: service.build(),
            serving: None,
        };
        store.come().await?;
        Ok(store)
    }

    /// Listens, at the address that it had before.
    pub(crate) async fn come(&mut self) -> Result<(), String> {
        let listener = TcpListener::bind(self.address).await;
        let listener = listener.map_err(|error| error.to_string())?;
        self.address = listener.local_addr().map_err(|error| error.to_string())?;
        let service = self.service.clone();
        self.serving = Some(tokio::spawn(async move {
            // With the task, its connections end.
            let mut open = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let service = service.clone();
                open.spawn(async move {
                    let serving =
                        http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                    let _ = serving.await;
                });
            }
        }));
        Ok(())
    }

    /// Breaks every connection and takes no more.
    pub(crate) async fn go(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.abort();
            let _ = serving.await;
        }
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The settings of a program that keeps its files here.
    pub(crate) fn environment(&self) -> Vec<(&'static str, PathBuf)> {
        let text = |text: &str| PathBuf::from(text);
        vec![
            ("SALAL_FILES__STORE", text("s3")),
            (
                "SALAL_FILES__S3__ENDPOINT",
                text(&format!("http://{}", self.address())),
            ),
            ("SALAL_FILES__S3__BUCKET", text(BUCKET)),
            ("SALAL_FILES__S3__PREFIX", text(PREFIX)),
            ("SALAL_FILES__S3__ACCESS_KEY", text(KEYS.0)),
            ("SALAL_FILES__S3__SECRET_KEY", text(KEYS.1)),
        ]
    }

    /// Where it keeps the files of the prefix.
    pub(crate) fn files(&self) -> PathBuf {
        self.folder.path().join(BUCKET).join(PREFIX)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(serving) = &self.serving {
            serving.abort();
        }
    }
}

/// The files in the folders of a folder.
pub(crate) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let mut files: Vec<PathBuf> = inside(folder)
        .iter()
        .flat_map(|room| inside(room))
        .collect();
    files.sort();
    files
}
