// SPDX-License-Identifier: AGPL-3.0-or-later

//! How fast is taken what people send who are not signed in: so much a second, for all of them together, in the
//! order in which it arrives. Each of them sends as fast as hardly any line does; a crowd that sends at once waits
//! for itself and leaves the processors to others. Whoever is signed in is not slowed down.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use futures_util::StreamExt;

use super::extraction::Arrival;

const MEGABYTE: u32 = 1024 * 1024;
/// Bytes a second.
const RATE: u32 = 24 * MEGABYTE;
/// So much is taken at once after a pause: a picture of a telephone does not notice.
const AT_ONCE: Duration = Duration::from_millis(250);

/// The time at which the next piece is due.
#[derive(Default)]
pub(super) struct Pace(Mutex<Option<Instant>>);

impl Pace {
    /// How long a piece of so many bytes that is here now has to wait.
    fn wait(&self, bytes: usize, now: Instant) -> Duration {
        let takes = Duration::from_secs(1) * u32::try_from(bytes).unwrap_or(u32::MAX) / RATE;
        let mut next = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let earliest = now.checked_sub(AT_ONCE).unwrap_or(now);
        let due = next.map_or(earliest, |due| due.max(earliest));
        *next = Some(due + takes);
        due.saturating_duration_since(now)
    }
}

/// The body of a request, at the pace of its sender.
pub(super) fn at_its_pace(body: Body, arrival: &Arrival) -> Body {
    if !arrival.sender.is_stranger() {
        return body;
    }
    let spools = Arc::clone(&arrival.spools);
    Body::from_stream(body.into_data_stream().then(move |piece| {
        let spools = Arc::clone(&spools);
        async move {
            if let Ok(piece) = &piece {
                let wait = spools.strangers.wait(piece.len(), Instant::now());
                tokio::time::sleep(wait).await;
            }
            piece
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_waits_for_itself_and_one_picture_does_not() {
        let pace = Pace::default();
        let start = Instant::now();
        let piece = 64 * 1024;
        let picture = (0..64).map(|_| pace.wait(piece, start)).max();
        assert_eq!(picture, Some(Duration::ZERO), "4 MB come at once");
        // 24 forms of 20 MB: as long as all of them take, whoever sends what.
        let crowd = (0..24 * 320).map(|_| pace.wait(piece, start)).max();
        let seconds = crowd.unwrap().as_secs();
        assert!((19..=20).contains(&seconds), "{seconds} s");
        // After a pause the next one comes at once again.
        let later = start + Duration::from_mins(1);
        assert_eq!(pace.wait(piece, later), Duration::ZERO);
    }
}
