// SPDX-License-Identifier: AGPL-3.0-or-later

//! An SMTP sink: takes every mail, delivers none, and shows it in the outbox. Sign-in is
//! offered and always granted. Not here: TLS, relaying, size negotiation beyond a limit.

mod address;
mod mime;
mod session;

use tokio::net::TcpListener;

use crate::settings::SandboxError;
use crate::state::SandboxState;

/// Takes connections for ever.
pub(crate) async fn receive_for_ever(
    state: SandboxState,
    listener: TcpListener,
) -> Result<(), SandboxError> {
    loop {
        let (stream, _) = listener
            .accept()
            .await
            .map_err(|cause| SandboxError::Stopped(cause.to_string()))?;
        let state = state.clone();
        tokio::spawn(async move {
            // A client that goes away in the middle of a mail is no fault of the sink.
            let _ = session::serve(&state, stream).await;
        });
    }
}
