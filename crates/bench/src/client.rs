// SPDX-License-Identifier: AGPL-3.0-or-later

//! A plain HTTP/1.1 client on one kept-open connection: as little of its own as can be, so that what
//! is measured is the server. Deliberately not here: compression, redirects, chunked bodies and TLS,
//! which the calls of the benchmark do not use.

use std::fmt::Write as _;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request, ready to be sent as often as wanted.
#[derive(Clone, Debug)]
pub(crate) struct Request(Vec<u8>);

impl Request {
    /// A GET, with the session of `token` when there is one.
    pub(crate) fn get(path: &str, token: Option<&str>) -> Self {
        Self(head("GET", path, token, "").into_bytes())
    }

    /// A POST of JSON under an idempotency key, as the web app sends it.
    pub(crate) fn post(path: &str, token: &str, key: &str, body: &str) -> Self {
        Self::write("POST", path, token, key, body)
    }

    /// A POST of JSON by somebody without a session.
    pub(crate) fn post_openly(path: &str, body: &str) -> Self {
        let more = format!(
            "content-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        );
        let mut text = head("POST", path, None, &more);
        text.push_str(body);
        Self(text.into_bytes())
    }

    /// The same as a PUT.
    pub(crate) fn put(path: &str, token: &str, key: &str, body: &str) -> Self {
        Self::write("PUT", path, token, key, body)
    }

    fn write(method: &str, path: &str, token: &str, key: &str, body: &str) -> Self {
        let more = format!(
            "idempotency-key: {key}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        );
        let mut text = head(method, path, Some(token), &more);
        text.push_str(body);
        Self(text.into_bytes())
    }
}

fn head(method: &str, path: &str, token: Option<&str>, more: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n");
    if let Some(token) = token {
        // Writing to a String cannot fail.
        let _ = write!(text, "x-access-token: {token}\r\n");
    }
    text.push_str(more);
    text.push_str("\r\n");
    text
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            buffer: Vec::with_capacity(64 * 1024),
        })
    }

    /// Sends a request and reads its whole answer.
    pub(crate) async fn send(&mut self, request: &Request) -> std::io::Result<Answer> {
        self.stream.write_all(&request.0).await?;
        self.buffer.clear();
        let body_at = loop {
            self.read().await?;
            if let Some(at) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
        };
        let head = String::from_utf8_lossy(&self.buffer[..body_at]).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .ok_or_else(|| broken(&head))?;
        let length: usize = match header(&head, "content-length") {
            Some(length) => length.parse().map_err(|_| broken(&head))?,
            None if status == 204 => 0,
            None => return Err(broken(&head)),
        };
        while self.buffer.len() < body_at + length {
            self.read().await?;
        }
        Ok(Answer {
            status,
            body: self.buffer[body_at..body_at + length].to_vec(),
        })
    }

    async fn read(&mut self) -> std::io::Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim())
}

fn broken(head: &str) -> std::io::Error {
    std::io::Error::other(format!(
        "an answer that cannot be read: {}",
        head.lines().next().unwrap_or_default()
    ))
}
