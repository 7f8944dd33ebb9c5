// SPDX-License-Identifier: AGPL-3.0-or-later

//! Parses the syntax of HL7 v2 files: lines into segments, segments into messages, each message with the
//! separators named by its first segment. Line ends may be CR, LF or both; the framing bytes of a connection
//! (MLLP) and batch envelopes are removed and must be complete.
//!
//! Our own parser, because published ones neither report the line of an error nor detect a truncated file,
//! and the syntax is small.

use super::LabFault;

const FRAME_START: char = '\u{b}';
const FRAME_END: char = '\u{1c}';

/// The separators of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Separators {
    pub(super) field: char,
    pub(super) component: char,
    pub(super) repetition: char,
    pub(super) escape: Option<char>,
    pub(super) sub: char,
}

impl Separators {
    /// From a line that starts a message or an envelope: `MSH|^~\&|…`.
    fn of(line: &str) -> Option<Self> {
        let mut letters = line.chars().skip(3);
        let field = letters.next()?;
        let named: Vec<char> = letters.take_while(|letter| *letter != field).collect();
        let separators = Self {
            field,
            component: *named.first()?,
            repetition: *named.get(1)?,
            escape: named.get(2).copied(),
            sub: named.get(3).copied().unwrap_or('&'),
        };
        let mut all = vec![field];
        all.extend(named);
        let is_sound = all.iter().all(char::is_ascii_punctuation)
            && (1..all.len()).all(|index| !all[..index].contains(&all[index]));
        is_sound.then_some(separators)
    }

    /// Text with its escape sequences decoded. Unknown ones are unchanged.
    pub(super) fn unescape(self, text: &str) -> String {
        let Some(escape) = self.escape.filter(|escape| text.contains(*escape)) else {
            return text.to_owned();
        };
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(escape) {
            out.push_str(&rest[..start]);
            let inside = &rest[start + escape.len_utf8()..];
            let Some(end) = inside.find(escape) else {
                out.push_str(&rest[start..]);
                return out;
            };
            let after = &inside[end + escape.len_utf8()..];
            match self.meaning(&inside[..end]) {
                Some(meaning) => out.push_str(&meaning),
                None => out.push_str(&rest[start..rest.len() - after.len()]),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }

    fn meaning(self, sequence: &str) -> Option<String> {
        let letter = |letter: char| Some(letter.to_string());
        match sequence {
            "F" => letter(self.field),
            "S" => letter(self.component),
            "R" => letter(self.repetition),
            "T" => letter(self.sub),
            "E" => self.escape.and_then(letter),
            // Highlighting and filling on and off.
            "H" | "N" | ".fi" | ".nf" => Some(String::new()),
            ".br" | ".ce" | ".sp" => letter('\n'),
            _ if sequence.starts_with('X') => hexadecimal(&sequence[1..]),
            _ if sequence.starts_with(".sp") => {
                let lines = sequence[3..].trim().parse::<usize>().ok()?;
                (lines <= 50).then(|| "\n".repeat(lines))
            }
            _ if sequence.starts_with(".in") || sequence.starts_with(".ti") => Some(String::new()),
            _ => None,
        }
    }
}

fn hexadecimal(digits: &str) -> Option<String> {
    if digits.is_empty() || !digits.len().is_multiple_of(2) || !digits.is_ascii() {
        return None;
    }
    let bytes: Vec<u8> = (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok())
        .collect::<Option<_>>()?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(bytes) => encoding_rs::WINDOWS_1252
            .decode(bytes.as_bytes())
            .0
            .into_owned(),
    };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_text = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\t');
    text.chars().all(is_text).then_some(text)
}

/// One line of a message.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    pub(super) line: usize,
    pub(super) name: String,
    separators: Separators,
    /// By the standard's numbers; 0 is the name.
    fields: Vec<String>,
    pub(super) text: String,
}

impl Segment {
    fn new(line: usize, text: &str, separators: Separators) -> Self {
        let mut fields: Vec<String> = text
            .split(separators.field)
            .map(ToOwned::to_owned)
            .collect();
        let name = fields.first().cloned().unwrap_or_default();
        if is_header(&name) {
            // The separator itself is the first field.
            fields.insert(1, separators.field.to_string());
        }
        Self {
            line,
            name,
            separators,
            fields,
            text: text.to_owned(),
        }
    }

    /// A raw field; `""` means an explicit null.
    pub(super) fn raw(&self, field: usize) -> &str {
        match self.fields.get(field).map(|text| text.trim()) {
            None | Some("\"\"") => "",
            Some(text) => text,
        }
    }

    /// The repetitions of a field.
    pub(super) fn repetitions(&self, field: usize) -> Vec<Parts<'_>> {
        let raw = self.raw(field);
        if raw.is_empty() {
            return Vec::new();
        }
        raw.split(self.separators.repetition)
            .map(|text| Parts {
                text,
                separators: self.separators,
            })
            .collect()
    }

    /// The first repetition of a field, empty when there is none.
    pub(super) fn first(&self, field: usize) -> Parts<'_> {
        self.repetitions(field).into_iter().next().unwrap_or(Parts {
            text: "",
            separators: self.separators,
        })
    }

    /// The first component of a field.
    pub(super) fn text(&self, field: usize) -> String {
        self.first(field).component(1)
    }
}

/// One value of a field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts<'a> {
    text: &'a str,
    separators: Separators,
}

impl Parts<'_> {
    /// A component, counted from 1, without its sub-components.
    pub(super) fn component(&self, number: usize) -> String {
        let part = self.text.split(self.separators.component).nth(number - 1);
        let part = part.unwrap_or_default();
        let first = part.split(self.separators.sub).next().unwrap_or_default();
        clean(&self.separators.unescape(first))
    }

    /// The whole value as text, with spaces between components.
    pub(super) fn whole(&self) -> String {
        let parts: Vec<String> = self
            .text
            .split([self.separators.component, self.separators.sub])
            .map(|part| clean(&self.separators.unescape(part)))
            .filter(|part| !part.is_empty())
            .collect();
        parts.join(" ")
    }

    /// The value as a single text: an unescaped separator is treated as text.
    pub(super) fn plain(&self) -> String {
        clean(&self.separators.unescape(self.text))
    }
}

fn clean(text: &str) -> String {
    let text = text.trim_matches([' ', '\t', '\n']);
    if text == "\"\"" {
        String::new()
    } else {
        text.to_owned()
    }
}

/// A message: its segments, the header first.
pub(super) type Message = Vec<Segment>;

fn is_header(name: &str) -> bool {
    matches!(name, "MSH" | "FHS" | "BHS")
}

/// The lines of a text, numbered from 1, with any line ends.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        let text = rest?;
        number += 1;
        let Some(at) = text.find(['\r', '\n']) else {
            rest = None;
            return Some((number, text));
        };
        let end = if text[at..].starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&text[at + end..]);
        Some((number, &text[..at]))
    })
}

/// Parses a text into messages; errors name lines.
pub(super) fn messages(text: &str) -> (Vec<Message>, Vec<LabFault>) {
    let mut reader = Reader::default();
    for (line, text) in lines(text) {
        reader.line(line, text);
    }
    if let Some(line) = reader.frame {
        let fault =
            "A message begins here and the sign of its end is missing: the file is incomplete.";
        reader.faults.push(LabFault::at(line, fault));
    }
    if let Some(line) = reader.envelope {
        let fault = "A batch begins here and its end is missing: the file is incomplete.";
        reader.faults.push(LabFault::at(line, fault));
    }
    (reader.messages, reader.faults)
}

#[derive(Default)]
struct Reader {
    messages: Vec<Message>,
    faults: Vec<LabFault>,
    separators: Option<Separators>,
    /// Where the open frame and the open batch started.
    frame: Option<usize>,
    envelope: Option<usize>,
    /// Messages before this batch.
    before: usize,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) {
        let mut text = text;
        if let Some(inner) = text.strip_prefix(FRAME_START) {
            if let Some(open) = self.frame.replace(line) {
                let fault = "The message that begins here does not end before the next one.";
                self.faults.push(LabFault::at(open, fault));
            }
            text = inner;
        }
        if let Some(inner) = text.strip_suffix(FRAME_END) {
            if self.frame.take().is_none() {
                let fault = "A message ends here that never began.";
                self.faults.push(LabFault::at(line, fault));
            }
            text = inner;
        }
        if text.trim().is_empty() {
            return;
        }
        if text.contains(|letter: char| letter.is_control() && letter != '\t') {
            let fault = "There is a control character, which a text file does not have.";
            self.faults.push(LabFault::at(line, fault));
            return;
        }
        self.segment(line, text);
    }

    fn segment(&mut self, line: usize, text: &str) {
        let name = text.get(..3).unwrap_or_default();
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name
                .chars()
                .all(|one| one.is_ascii_uppercase() || one.is_ascii_digit());
        if !is_name {
            let fault = "This is not a segment of an HL7 message.";
            self.faults.push(LabFault::at(line, fault));
            return;
        }
        if is_header(name) {
            self.separators = Separators::of(text);
            if self.separators.is_none() {
                let fault = format!("{name} does not name separators that can be used.");
                self.faults.push(LabFault::at(line, fault));
            }
        }
        let Some(separators) = self.separators else {
            // Reported once, where the separators are expected.
            if self.messages.is_empty() && self.faults.is_empty() {
                let fault = "The file does not begin with a message (MSH).";
                self.faults.push(LabFault::at(line, fault));
            }
            return;
        };
        if text
            .chars()
            .nth(3)
            .is_some_and(|next| next != separators.field)
        {
            let fault = "This is not a segment of an HL7 message.";
            self.faults.push(LabFault::at(line, fault));
            return;
        }
        let segment = Segment::new(line, text, separators);
        match name {
            "MSH" => self.messages.push(vec![segment]),
            "BHS" => {
                self.envelope = Some(line);
                self.before = self.messages.len();
            }
            "BTS" => self.ends(&segment),
            "FHS" | "FTS" => {}
            _ => match self.messages.last_mut() {
                Some(message) => message.push(segment),
                None => {
                    let fault = format!("{name} comes before any message (MSH).");
                    self.faults.push(LabFault::at(line, fault));
                }
            },
        }
    }

    /// The end of a batch states the number of its messages.
    fn ends(&mut self, segment: &Segment) {
        let there = self.messages.len() - self.before;
        if self.envelope.take().is_none() {
            let fault = "A batch ends here that never began.";
            self.faults.push(LabFault::at(segment.line, fault));
        }
        let said = segment.raw(1);
        if !said.is_empty() && said.parse() != Ok(there) {
            let fault = "The batch does not have as many messages as it says.";
            self.faults.push(LabFault::at(segment.line, fault));
        }
    }
}
