// SPDX-License-Identifier: AGPL-3.0-or-later

//! Joint reads of functions that run side by side, sent as one. A screen made of many features' parts would
//! otherwise wait once per part; this way each feature keeps its own reads, and the number of round trips is the
//! depth of the dependencies between them, not their number.
//!
//! The functions are polled here: once all of them are waiting for answers, their joint reads are sent together.
//! A query that is no joint read goes at once, by itself. Deliberately not here: anything that changes data, and
//! transactions.

use std::future::poll_fn;
use std::ops::Deref;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use sea_orm::{DbErr, Statement};
use tokio::sync::oneshot;

use crate::connection::Connection;
use crate::joint_read::{Rows, ask};

/// The rows of each select.
type Answer = Result<Vec<Rows>, DbErr>;

/// The selects of a joint read, and the receiver of their rows.
type Question = (Vec<Statement>, oneshot::Sender<Answer>);

/// The joint reads that wait to be sent.
#[derive(Debug)]
pub(crate) struct Questions {
    reader: Arc<Connection>,
    asked: Mutex<Vec<Question>>,
}

impl Questions {
    pub(crate) fn reader(&self) -> &Connection {
        &self.reader
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, Vec<Question>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rows, once they have come.
    pub(crate) async fn ask(&self, selects: Vec<Statement>) -> Answer {
        let (sender, answer) = oneshot::channel();
        self.waiting().push((selects, sender));
        answer
            .await
            .map_err(|_| DbErr::Custom("the question was not sent".into()))?
    }

    /// Sends what waits, once anything does. To be polled after those who ask.
    async fn send(&self) {
        let asked = poll_fn(|_| {
            let asked = std::mem::take(&mut *self.waiting());
            if asked.is_empty() {
                Poll::Pending
            } else {
                Poll::Ready(asked)
            }
        })
        .await;
        let mut selects = Vec::new();
        let mut waiting = Vec::with_capacity(asked.len());
        for (own, sender) in asked {
            waiting.push((own.len(), sender));
            selects.extend(own);
        }
        let mut answer = ask(selects, &self.reader).await.map(Vec::into_iter);
        for (own, sender) in waiting {
            let rows = match &mut answer {
                Ok(rows) => Ok(rows.by_ref().take(own).collect()),
                Err(error) => Err(error.clone()),
            };
            // A dropped receiver no longer needs the rows.
            let _ = sender.send(rows);
        }
    }
}

/// A reading connection for functions that run side by side.
#[derive(Debug)]
pub struct SideBySide {
    connection: Connection,
    questions: Arc<Questions>,
}

impl Deref for SideBySide {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl SideBySide {
    pub(crate) fn new(reader: Arc<Connection>) -> Self {
        let questions = Arc::new(Questions {
            reader,
            asked: Mutex::default(),
        });
        Self {
            connection: Connection::side_by_side(Arc::clone(&questions)),
            questions,
        }
    }

    /// Runs a future to completion. Joint reads asked for side by side within it travel together.
    pub async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = self.questions.send() => {}
            }
        }
    }
}
