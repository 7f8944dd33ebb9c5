// SPDX-License-Identifier: AGPL-3.0-or-later

//! Email, against a mail server that follows a recorded script.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::counterpart::example;
use super::services_at;
use crate::email::EmailMessage;
use crate::{EmailSecurity, Failure, Integrations, ServiceError};

const MESSAGE: EmailMessage<'_> = EmailMessage {
    to: "Ada <ada@salal.example>",
    subject: "Your request",
    text: "Sign in to read it.",
    html: "<p>Sign in to read it.</p>",
    message_id: "0193@salal.example",
};

struct MailServer {
    port: u16,
    /// Ends with the content of the message, if one came.
    script: JoinHandle<String>,
}

impl MailServer {
    async fn following(file: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let script = tokio::spawn(follow(listener, example(&format!("email/{file}.smtp"))));
        Self { port, script }
    }
}

async fn follow(listener: TcpListener, script: String) -> String {
    let (stream, _) = listener.accept().await.unwrap();
    let mut stream = BufReader::new(stream);
    let mut content = String::new();
    for step in script.lines() {
        match step.split_once(": ").unwrap() {
            ("S", "(hang up)") => return content,
            ("S", reply) => stream
                .write_all(format!("{reply}\r\n").as_bytes())
                .await
                .unwrap(),
            ("C", "(content)") => loop {
                let mut line = String::new();
                assert!(
                    stream.read_line(&mut line).await.unwrap() > 0,
                    "the client left early"
                );
                if line == ".\r\n" {
                    break;
                }
                content.push_str(&line);
            },
            ("C", command) => {
                let mut line = String::new();
                stream.read_line(&mut line).await.unwrap();
                assert!(line.starts_with(command), "{line:?} is not {command}");
            }
            (other, _) => panic!("a script has a line by {other}"),
        }
    }
    content
}

fn services(port: u16) -> Integrations {
    services_at("http://127.0.0.1:1", |settings| settings.email.port = port)
}

async fn send(file: &str) -> Result<(), ServiceError> {
    let server = MailServer::following(file).await;
    let answer = services(server.port).email.send(&MESSAGE).await;
    server.script.await.unwrap();
    answer
}

#[tokio::test]
async fn a_message_goes_out_in_both_forms_under_our_own_id() {
    let server = MailServer::following("send").await;
    services(server.port).email.send(&MESSAGE).await.unwrap();
    let content = server.script.await.unwrap();
    for part in [
        "Message-ID: <0193@salal.example>\r\n",
        "To: Ada <ada@salal.example>\r\n",
        "From: Salal <no-reply@salal.example>\r\n",
        "Subject: Your request\r\n",
        "multipart/alternative",
        "\r\n\r\nSign in to read it.\r\n",
        "<p>Sign in to read it.</p>",
    ] {
        assert!(content.contains(part), "{part:?} is not in:\n{content}");
    }
}

#[tokio::test]
async fn a_mail_server_refuses_for_good_or_for_now() {
    let refused = send("refused").await.unwrap_err();
    assert_eq!(refused.refusal_code(), Some("550"));
    assert!(
        !format!("{refused} {refused:?}").contains("ada@"),
        "an address reached a log"
    );
    let later = send("later").await.unwrap_err();
    assert!(matches!(later.kind, Failure::Busy { .. }), "{later}");
}

#[tokio::test]
async fn only_a_silence_after_the_content_is_unknown() {
    assert!(send("lost").await.unwrap_err().is_unknown());
    let early = send("lost-early").await.unwrap_err();
    assert!(matches!(early.kind, Failure::Unreachable { .. }), "{early}");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let nobody = services(port).email.send(&MESSAGE).await.unwrap_err();
    assert!(
        matches!(nobody.kind, Failure::Unreachable { .. }),
        "{nobody}"
    );
}

#[tokio::test]
async fn mail_is_never_sent_unprotected_over_a_network() {
    let services = services_at("http://127.0.0.1:1", |settings| {
        settings.email.host = "mail.salal.example".to_owned();
        settings.email.security = EmailSecurity::Plain;
    });
    let error = services.email.send(&MESSAGE).await.unwrap_err();
    assert!(
        matches!(error.kind, Failure::Misconfigured { .. }),
        "{error}"
    );
}

#[tokio::test]
async fn a_server_without_starttls_gets_nothing() {
    let server = MailServer::following("no-starttls").await;
    let services = services_at("http://127.0.0.1:1", |settings| {
        settings.email.port = server.port;
        settings.email.security = EmailSecurity::StartTls;
    });
    let error = services.email.send(&MESSAGE).await.unwrap_err();
    server.script.await.unwrap();
    assert!(
        matches!(error.kind, Failure::Misconfigured { .. }),
        "{error}"
    );
}

#[tokio::test]
async fn headers_cannot_be_smuggled_in() {
    let services = services(1);
    let smuggled = [
        EmailMessage {
            to: "ada@salal.example\r\nBcc: eve@salal.example",
            ..MESSAGE
        },
        EmailMessage {
            to: "nobody",
            ..MESSAGE
        },
        EmailMessage {
            subject: "Hello\r\nBcc: eve@salal.example",
            ..MESSAGE
        },
        EmailMessage {
            message_id: "a@b>\r\nBcc: eve@salal.example",
            ..MESSAGE
        },
    ];
    for message in smuggled {
        let error = services.email.send(&message).await.unwrap_err();
        assert!(
            error
                .refusal_code()
                .is_some_and(|code| code.starts_with("invalid_")),
            "{error}"
        );
    }
}
