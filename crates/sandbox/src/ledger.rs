// SPDX-License-Identifier: AGPL-3.0-or-later

//! The outbox and the ledger of the sandbox, for people and tests: the outbox holds every text message,
//! email and fax as the receiver sees it, the ledger every effect a service performed, with its idempotency
//! key and reference.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chance;
use crate::faults::Service;
use crate::fields::digits;
use crate::store::Store;

/// A file of an outbox entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its file name.
    pub name: String,
    /// Its media type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Where the sandbox serves it.
    pub url: String,
}

/// One message as received.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    /// Its name; later messages sort after earlier ones.
    #[serde(rename = "_id")]
    pub id: String,
    /// `sms`, `email` or `fax`.
    pub channel: String,
    /// The receiver's number or address, as the sender wrote it.
    pub to: String,
    /// The sender.
    pub from: String,
    /// The subject of an e-mail, the reference of a fax.
    pub subject: String,
    /// The readable text.
    pub text: String,
    /// Web addresses in the message.
    pub links: Vec<String>,
    /// Files, pages of a fax among them.
    pub attachments: Vec<Attachment>,
    /// When it arrived (RFC 3339, UTC).
    pub at: String,
}

/// One effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// Its name; later effects sort after earlier ones.
    #[serde(rename = "_id", default)]
    pub id: String,
    /// Which service did it.
    pub service: Service,
    /// `charge`, `refund`, `order`, `capture`, `message`, `fax`, `stop`, `demographic`, `note`, …
    pub operation: String,
    /// The idempotency key the caller gave, when the protocol has one.
    pub idempotency_key: Option<String>,
    /// The caller's own reference: order, account code, event id, message id.
    pub reference: Option<String>,
    /// The service's id of what came about.
    pub provider_id: String,
    /// Money moved, in cents.
    pub amount: Option<i64>,
    /// The currency, in capitals.
    pub currency: Option<String>,
    /// The receiver, for messages and faxes.
    pub to: Option<String>,
    /// What else is worth knowing.
    #[serde(default)]
    pub details: Value,
    /// When (RFC 3339, UTC).
    #[serde(default)]
    pub at: String,
}

impl LedgerEntry {
    /// An effect with nothing but its names; the caller fills in the rest.
    pub(crate) fn new(service: Service, operation: &str, provider_id: &str) -> Self {
        Self {
            id: String::new(),
            service,
            operation: operation.to_owned(),
            idempotency_key: None,
            reference: None,
            provider_id: provider_id.to_owned(),
            amount: None,
            currency: None,
            to: None,
            details: Value::Null,
            at: String::new(),
        }
    }
}

/// A message before it is put into the outbox.
pub(crate) struct Message<'m> {
    pub(crate) channel: &'m str,
    pub(crate) to: &'m str,
    pub(crate) from: &'m str,
    pub(crate) subject: &'m str,
    pub(crate) text: &'m str,
    /// An email as its reader sees it; empty when it has plain text alone.
    pub(crate) html: &'m str,
    pub(crate) links: Vec<String>,
    /// Name, media type, content.
    pub(crate) files: Vec<(String, String, Vec<u8>)>,
}

/// Writes an effect.
pub(crate) fn record(store: &mut Store, mut entry: LedgerEntry) {
    entry.id = store.next_name("ledger");
    entry.at = moment();
    store.put("ledger", &entry.id.clone(), &entry);
}

/// The effects of one service or of all, newest first.
pub(crate) fn ledger(store: &Store, service: Option<Service>) -> Vec<LedgerEntry> {
    let mut entries = store.all::<LedgerEntry>("ledger");
    entries.retain(|entry| service.is_none_or(|wanted| entry.service == wanted));
    entries.reverse();
    entries
}

/// Puts a message into the outbox and answers its name.
pub(crate) fn receive(store: &mut Store, public_url: &str, message: &Message<'_>) -> String {
    let id = store.next_name("outbox");
    let mut attachments = Vec::new();
    for (index, (name, kind, content)) in message.files.iter().enumerate() {
        store.put(
            "file",
            &format!("{id}/{index}"),
            &(name, kind, STANDARD.encode(content)),
        );
        attachments.push(Attachment {
            name: name.clone(),
            kind: kind.clone(),
            url: format!("{public_url}/outbox/{id}/attachments/{index}"),
        });
    }
    let entry = OutboxEntry {
        id: id.clone(),
        channel: message.channel.to_owned(),
        to: message.to.to_owned(),
        from: message.from.to_owned(),
        subject: message.subject.to_owned(),
        text: message.text.to_owned(),
        links: message.links.clone(),
        attachments,
        at: moment(),
    };
    if !message.html.is_empty() {
        store.put("html", &id, &message.html);
    }
    store.put("outbox", &id, &entry);
    id
}

/// The newest messages, newest first.
pub(crate) fn newest(store: &Store, most: usize) -> Vec<OutboxEntry> {
    store.newest("outbox", most)
}

/// An email as its reader sees it.
pub(crate) fn html(store: &Store, id: &str) -> Option<String> {
    store.get("html", id)
}

/// The tables of what people have seen, which starting over empties. What was paid stays, so that it can still
/// be refunded.
pub(crate) const BOOKS: [&str; 4] = ["outbox", "html", "file", "ledger"];

/// Messages of a channel and a receiver, newest first. Numbers agree when their last ten
/// digits do; addresses agree without regard to case.
pub(crate) fn outbox(store: &Store, channel: Option<&str>, to: Option<&str>) -> Vec<OutboxEntry> {
    let mut entries = store.all::<OutboxEntry>("outbox");
    entries.retain(|entry| {
        channel.is_none_or(|wanted| entry.channel == wanted)
            && to.is_none_or(|wanted| same_receiver(&entry.to, wanted))
    });
    entries.reverse();
    entries
}

fn same_receiver(kept: &str, wanted: &str) -> bool {
    if kept.contains('@') || wanted.contains('@') {
        return kept.eq_ignore_ascii_case(wanted.trim());
    }
    let last_ten = |text: &str| {
        let all = digits(text);
        all[all.len().saturating_sub(10)..].to_owned()
    };
    last_ten(kept) == last_ten(wanted)
}

/// A file of the outbox: name, media type, content.
pub(crate) fn file(store: &Store, id: &str, index: usize) -> Option<(String, String, Vec<u8>)> {
    let (name, kind, content) =
        store.get::<(String, String, String)>("file", &format!("{id}/{index}"))?;
    Some((name, kind, STANDARD.decode(content).ok()?))
}

/// Web addresses in a text, in order, each once.
pub(crate) fn links(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for piece in text.split(|sign: char| sign.is_whitespace() || "<>\"'()[]".contains(sign)) {
        let link = piece.trim_end_matches(['.', ',', ';', '!', '?']);
        let is_link = link.starts_with("http://") || link.starts_with("https://");
        if is_link && !found.iter().any(|known| known == link) {
            found.push(link.to_owned());
        }
    }
    found
}

fn moment() -> String {
    chance::now().to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::{links, same_receiver};

    #[test]
    fn links_are_found_once_and_without_the_sentence_around_them() {
        let text =
            "Go to https://example.org/a?b=1. Or (https://example.org/c), https://example.org/c";
        assert_eq!(
            links(text),
            ["https://example.org/a?b=1", "https://example.org/c"]
        );
    }

    #[test]
    fn receivers_agree_by_number_or_address() {
        assert!(same_receiver("+16045550142", "604-555-0142"));
        assert!(same_receiver("Robin@Example.org", "robin@example.org"));
        assert!(!same_receiver("+16045550142", "6045550143"));
    }
}
