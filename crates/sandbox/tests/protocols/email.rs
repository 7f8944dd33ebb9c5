// SPDX-License-Identifier: AGPL-3.0-or-later

//! The SMTP sink, spoken to line by line.

use salal_sandbox::{Mode, Service};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::test_sandbox::TestSandbox;

const MAIL: &str = "Message-ID: <1@example.org>\r\nSubject: Your request\r\n\r\n\
    Sign in: https://example.org/login\r\n..dotted\r\n.";

/// Says a line and answers the last line of the reply; empty when the line is cut.
async fn say(stream: &mut BufReader<TcpStream>, line: &str) -> String {
    stream
        .write_all(format!("{line}\r\n").as_bytes())
        .await
        .unwrap();
    hear(stream).await
}

async fn hear(stream: &mut BufReader<TcpStream>) -> String {
    loop {
        let mut reply = String::new();
        stream.read_line(&mut reply).await.unwrap_or_default();
        if reply.len() < 4 || reply.as_bytes()[3] != b'-' {
            return reply;
        }
    }
}

async fn connect(sandbox: &TestSandbox) -> (BufReader<TcpStream>, String) {
    let stream = TcpStream::connect(sandbox.sandbox.addresses().smtp)
        .await
        .unwrap();
    let mut stream = BufReader::new(stream);
    let greeting = hear(&mut stream).await;
    (stream, greeting)
}

/// Sends the mail and answers what was said after its last dot.
async fn send(sandbox: &TestSandbox) -> String {
    send_mail(sandbox, MAIL).await
}

/// Sends a mail, which ends in a lone dot, and answers what was said after it.
pub(crate) async fn send_mail(sandbox: &TestSandbox, mail: &str) -> String {
    let (mut stream, greeting) = connect(sandbox).await;
    assert!(greeting.starts_with("220"));
    assert!(say(&mut stream, "EHLO client").await.starts_with("250 "));
    assert!(
        say(&mut stream, "AUTH PLAIN AHUAcA==")
            .await
            .starts_with("235")
    );
    assert!(
        say(&mut stream, "MAIL FROM:<no-reply@example.org>")
            .await
            .starts_with("250")
    );
    assert!(
        say(&mut stream, "RCPT TO:<robin@example.org>")
            .await
            .starts_with("250")
    );
    assert!(say(&mut stream, "DATA").await.starts_with("354"));
    say(&mut stream, mail).await
}

#[tokio::test]
async fn a_mail_is_read_as_its_receiver_reads_it() {
    let sandbox = TestSandbox::new().await;
    assert!(send(&sandbox).await.starts_with("250"));
    let outbox = sandbox
        .sandbox
        .outbox(Some("email"), Some("ROBIN@example.org"));
    assert_eq!(outbox.len(), 1);
    assert_eq!(outbox[0].subject, "Your request");
    assert_eq!(
        outbox[0].text,
        "Sign in: https://example.org/login\n.dotted"
    );
    assert_eq!(outbox[0].links, ["https://example.org/login"]);
    let ledger = sandbox.sandbox.ledger(Some(Service::Email));
    assert_eq!(ledger[0].reference.as_deref(), Some("1@example.org"));
}

#[tokio::test]
async fn switches_make_mail_fail() {
    let sandbox = TestSandbox::new().await;
    sandbox.fail(Service::Email, Mode::Error, 1);
    assert!(send(&sandbox).await.starts_with("451"));
    sandbox.fail(Service::Email, Mode::Decline, 1);
    assert!(send(&sandbox).await.starts_with("550"));
    assert!(sandbox.sandbox.outbox(None, None).is_empty());
    sandbox.fail(Service::Email, Mode::Lost, 1);
    assert_eq!(send(&sandbox).await, "");
    assert_eq!(sandbox.sandbox.outbox(None, None).len(), 1);
    sandbox.fail(Service::Email, Mode::Down, 1);
    assert_eq!(connect(&sandbox).await.1, "");
}

#[tokio::test]
async fn commands_out_of_order_are_refused() {
    let sandbox = TestSandbox::new().await;
    let (mut stream, _) = connect(&sandbox).await;
    say(&mut stream, "EHLO client").await;
    assert!(
        say(&mut stream, "RCPT TO:<a@example.org>")
            .await
            .starts_with("503")
    );
    assert!(say(&mut stream, "DATA").await.starts_with("503"));
    assert!(
        say(&mut stream, "MAIL FROM:nobody")
            .await
            .starts_with("501")
    );
    assert!(say(&mut stream, "STARTTLS").await.starts_with("502"));
    assert!(say(&mut stream, "QUIT").await.starts_with("221"));
}
