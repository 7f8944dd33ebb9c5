// SPDX-License-Identifier: AGPL-3.0-or-later

//! One conversation: commands, the switches that make it fail, and the mail put away.

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::{address, mime};
use crate::answer::Answer;
use crate::faults::{self, Mode, Service};
use crate::ledger::{self, LedgerEntry, Message};
use crate::state::{Operation, SandboxState};

const MOST_BYTES: usize = 32 * 1024 * 1024;
const OK: &str = "250 2.0.0 OK\r\n";

/// What is known of the mail being sent.
#[derive(Default)]
struct Envelope {
    from: Option<String>,
    to: Vec<String>,
}

/// Holds a whole conversation.
pub(super) async fn serve(state: &SandboxState, stream: TcpStream) -> std::io::Result<()> {
    let line = faults::take_line(&mut state.store(), Service::Email);
    match line {
        Some(Mode::Down) => return Ok(()),
        Some(Mode::Slow) => tokio::time::sleep(state.slow()).await,
        Some(Mode::Decline | Mode::Error | Mode::Lost) | None => {}
    }
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sandbox ESMTP\r\n").await?;
    let mut envelope = Envelope::default();
    let mut command = Vec::new();
    loop {
        command.clear();
        if stream.read_until(b'\n', &mut command).await? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&command).trim().to_owned();
        let (verb, argument) = text.split_once(' ').unwrap_or((&text, ""));
        let reply = match verb.to_ascii_uppercase().as_str() {
            "EHLO" => {
                "250-sandbox\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-SIZE 33554432\r\n250 AUTH PLAIN LOGIN\r\n"
            }
            "HELO" | "RSET" => {
                envelope = Envelope::default();
                OK
            }
            "NOOP" => OK,
            "AUTH" => sign_in(&mut stream, argument).await?,
            "MAIL" => {
                envelope = Envelope {
                    from: address::of(argument),
                    to: Vec::new(),
                };
                if envelope.from.is_some() {
                    OK
                } else {
                    "501 5.1.7 Bad sender address\r\n"
                }
            }
            "RCPT" => recipient(&mut envelope, argument),
            "DATA" if envelope.to.is_empty() => "503 5.5.1 Need a recipient first\r\n",
            "DATA" => {
                stream
                    .write_all(b"354 End with a dot on a line\r\n")
                    .await?;
                let data = read_data(&mut stream).await?;
                let answer = deliver(state, &std::mem::take(&mut envelope), data.as_deref());
                match answer {
                    Some(reply) => reply,
                    None => return Ok(()),
                }
            }
            "QUIT" => {
                stream.write_all(b"221 2.0.0 Bye\r\n").await?;
                return Ok(());
            }
            _ => "502 5.5.2 Command not known\r\n",
        };
        stream.write_all(reply.as_bytes()).await?;
    }
}

/// Grants every sign-in, after as many turns as the mechanism takes.
async fn sign_in(
    stream: &mut BufReader<TcpStream>,
    argument: &str,
) -> std::io::Result<&'static str> {
    let (mechanism, first) = argument.split_once(' ').unwrap_or((argument, ""));
    let prompts: &[&str] = match mechanism.to_ascii_uppercase().as_str() {
        "PLAIN" if first.is_empty() => &["334 \r\n"],
        "LOGIN" if first.is_empty() => &["334 VXNlcm5hbWU6\r\n", "334 UGFzc3dvcmQ6\r\n"],
        "LOGIN" => &["334 UGFzc3dvcmQ6\r\n"],
        "PLAIN" => &[],
        _ => return Ok("504 5.5.4 Mechanism not known\r\n"),
    };
    for prompt in prompts {
        stream.write_all(prompt.as_bytes()).await?;
        stream.read_until(b'\n', &mut Vec::new()).await?;
    }
    Ok("235 2.7.0 Welcome\r\n")
}

fn recipient(envelope: &mut Envelope, argument: &str) -> &'static str {
    if envelope.from.is_none() {
        return "503 5.5.1 Need a sender first\r\n";
    }
    match address::of(argument) {
        Some(to) => {
            envelope.to.push(to);
            OK
        }
        None => "501 5.1.3 Bad recipient address\r\n",
    }
}

/// The mail up to the lone dot, doubled dots undone; nothing when it is too long.
async fn read_data(stream: &mut BufReader<TcpStream>) -> std::io::Result<Option<Vec<u8>>> {
    let mut data = Vec::new();
    let mut whole = true;
    let mut line = Vec::new();
    loop {
        line.clear();
        if stream.read_until(b'\n', &mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if matches!(line.as_slice(), b".\r\n" | b".\n") {
            return Ok(whole.then_some(data));
        }
        whole = whole && data.len() + line.len() <= MOST_BYTES;
        if whole {
            data.extend(line.strip_prefix(b".").unwrap_or(&line));
        }
    }
}

/// Puts the mail away, one entry for each receiver, and answers what to say; nothing when the
/// answer is to be lost.
fn deliver(state: &SandboxState, envelope: &Envelope, data: Option<&[u8]>) -> Option<&'static str> {
    let Some(data) = data else {
        return Some("552 5.3.4 Message too big\r\n");
    };
    let operation = Operation {
        service: Service::Email,
        name: "message",
        telling: true,
        key: None,
        fingerprint: String::new(),
        broken: || Answer::text(451, ""),
        mismatch: || Answer::text(451, ""),
    };
    let answer = state.perform(&operation, |store, declined| {
        if declined {
            return Answer::text(550, "");
        }
        let mail = mime::read(data);
        let from = envelope.from.as_deref().unwrap_or_default();
        for to in &envelope.to {
            let message = Message {
                channel: "email",
                to,
                from,
                subject: &mail.subject,
                text: &mail.text,
                html: &mail.html,
                links: mail.links.clone(),
                files: mail.files.clone(),
            };
            let outbox = ledger::receive(store, state.public_url(), &message);
            let mut entry = LedgerEntry::new(Service::Email, "message", &outbox);
            entry.idempotency_key.clone_from(&mail.message_id);
            entry.reference.clone_from(&mail.message_id);
            entry.to = Some(to.clone());
            entry.details = json!({"subject": mail.subject, "outbox": outbox});
            ledger::record(store, entry);
        }
        Answer::text(250, "")
    });
    if answer.is_cut() {
        return None;
    }
    Some(match answer.status {
        250 => OK,
        550 => "550 5.1.1 The mailbox does not exist\r\n",
        _ => "451 4.3.0 Try again later\r\n",
    })
}
