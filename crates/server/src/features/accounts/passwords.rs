// SPDX-License-Identifier: AGPL-3.0-or-later

//! Password hashes: Argon2id with a salt for each, computed off the async threads. An unknown account takes
//! the same time as a known one.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};

use crate::error::{Error, Result};

/// Hashes a password.
pub async fn hash(password: String) -> Result<String> {
    off_thread(move || {
        Argon2::default()
            .hash_password(password.as_bytes())
            .map(|hash| hash.to_string())
            .map_err(|error| Error::broken(format!("password hash: {error}")))
    })
    .await?
}

/// Whether the password matches the hash. Without a hash (no such account) the same time is spent.
pub(super) async fn fits(password: String, hash: Option<String>) -> Result<bool> {
    off_thread(move || match hash {
        Some(hash) => PasswordHash::new(&hash).is_ok_and(|hash| {
            Argon2::default()
                .verify_password(password.as_bytes(), &hash)
                .is_ok()
        }),
        None => {
            let _ = Argon2::default().hash_password(password.as_bytes());
            false
        }
    })
    .await
}

async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::broken(format!("password work: {error}")))
}
