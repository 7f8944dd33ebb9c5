// SPDX-License-Identifier: AGPL-3.0-or-later

//! Simulates a service from a recorded file, one connection per exchange, and records the requests.

use std::collections::BTreeMap;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

enum Reply {
    Bytes(Vec<u8>),
    HangUp,
    Silence,
}

struct Exchange {
    request: Request,
    reply: Reply,
}

#[derive(Debug, Default)]
struct Request {
    line: String,
    headers: BTreeMap<String, String>,
    body: String,
}

pub(super) struct Counterpart {
    pub(super) address: String,
    file: String,
    expected: Vec<Request>,
    player: JoinHandle<Vec<Request>>,
}

/// Reads a file of the examples.
pub(super) fn example(file: &str) -> String {
    let path = format!("{}/examples/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A loopback address without a listener.
pub(super) async fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

impl Counterpart {
    pub(super) async fn playing(file: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (expected, replies): (Vec<_>, Vec<_>) = exchanges(&example(file))
            .into_iter()
            .map(|exchange| (exchange.request, exchange.reply))
            .unzip();
        let player = tokio::spawn(play(listener, replies));
        Self {
            address,
            file: file.to_owned(),
            expected,
            player,
        }
    }

    /// Waits until the whole file was played and checks the requests against it.
    pub(super) async fn finish(self) {
        let received = self.player.await.unwrap();
        for (expected, received) in self.expected.iter().zip(&received) {
            assert_eq!(expected.line, received.line, "{}: request line", self.file);
            for (name, value) in &expected.headers {
                assert_eq!(
                    Some(value),
                    received.headers.get(name),
                    "{}: header {name}",
                    self.file
                );
            }
            let is_json = expected.body.starts_with('{');
            if is_json {
                let read = |body: &str| serde_json::from_str::<Value>(body).unwrap();
                assert_eq!(
                    read(&expected.body),
                    read(&received.body),
                    "{}: body",
                    self.file
                );
            } else {
                let pairs: Vec<(String, String)> =
                    url::form_urlencoded::parse(received.body.as_bytes())
                        .into_owned()
                        .collect();
                let wanted: Vec<(String, String)> = expected
                    .body
                    .lines()
                    .map(|line| line.split_once('=').unwrap())
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect();
                assert_eq!(wanted, pairs, "{}: form", self.file);
            }
        }
    }
}

async fn play(listener: TcpListener, replies: Vec<Reply>) -> Vec<Request> {
    let mut received = Vec::new();
    for reply in replies {
        let (mut stream, _) = listener.accept().await.unwrap();
        received.push(read_request(&mut stream).await);
        match reply {
            Reply::Bytes(bytes) => stream.write_all(&bytes).await.unwrap(),
            Reply::HangUp => {}
            // Until the other side times out.
            Reply::Silence => while matches!(stream.read(&mut [0; 64]).await, Ok(1..)) {},
        }
        stream.shutdown().await.ok();
    }
    received
}

async fn read_request(stream: &mut TcpStream) -> Request {
    let mut bytes = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        let count = stream.read(&mut chunk).await.unwrap();
        assert!(count > 0, "the client left in the middle of a request");
        bytes.extend_from_slice(&chunk[..count]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let request = with_head(head, body);
        let length = request
            .headers
            .get("content-length")
            .map_or(0, |text| text.parse().unwrap());
        if body.len() >= length {
            return request;
        }
    }
}

fn with_head(head: &str, body: &str) -> Request {
    let mut lines = head.lines();
    let line = lines
        .next()
        .unwrap()
        .trim_end_matches(" HTTP/1.1")
        .to_owned();
    let headers = lines
        .map(|line| line.split_once(':').unwrap())
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    Request {
        line,
        headers,
        body: body.to_owned(),
    }
}

fn exchanges(text: &str) -> Vec<Exchange> {
    let mut exchanges = Vec::new();
    let mut request = Request::default();
    for section in text.split("### ").skip(1) {
        let (kind, content) = section.split_once('\n').unwrap();
        let (head, body) = content.split_once("\n\n").unwrap_or((content, ""));
        let reply = match kind {
            "request" => {
                request = with_head(head.trim(), body.trim());
                continue;
            }
            "answer" => Reply::Bytes(answer(head, body.trim_end())),
            "hang up" => Reply::HangUp,
            "silence" => Reply::Silence,
            other => panic!("an example has a section called {other}"),
        };
        exchanges.push(Exchange {
            request: std::mem::take(&mut request),
            reply,
        });
    }
    exchanges
}

fn answer(head: &str, body: &str) -> Vec<u8> {
    let mut lines = head.trim().lines();
    let mut text = format!("HTTP/1.1 {} Recorded\r\n", lines.next().unwrap());
    for line in lines {
        text.push_str(line);
        text.push_str("\r\n");
    }
    let length = body.len();
    (text + &format!("content-length: {length}\r\nconnection: close\r\n\r\n{body}")).into_bytes()
}
