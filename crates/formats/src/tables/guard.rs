// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pre-scan that rejects oversized rows and unterminated quotes before the CSV parser sees them, with the
//! line in which they begin and before they fill the memory. It also counts the lines: the parser
//! miscounts Windows line endings and empty lines.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::FileFault;
use super::faults::carried;

/// Bytes of one row.
const LONGEST_ROW: usize = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the start of a value.
    Start,
    Plain,
    Quoted,
    /// After a quotation mark inside a quoted value: its end, or the first of two.
    Closing,
}

pub(super) struct Guard<R> {
    inner: R,
    file: String,
    delimiter: u8,
    state: State,
    line: u64,
    row_line: u64,
    row_bytes: usize,
    /// The previous byte was a carriage return, which ended its line.
    after_return: bool,
    /// The start lines of rows that the parser has not read yet.
    begins: VecDeque<u64>,
}

impl<R: Read> Guard<R> {
    pub(super) fn new(inner: R, file: &str, delimiter: u8) -> Self {
        Self {
            inner,
            file: file.to_owned(),
            delimiter,
            state: State::Start,
            line: 1,
            row_line: 1,
            row_bytes: 0,
            after_return: false,
            begins: VecDeque::new(),
        }
    }

    /// The start line of the next row.
    pub(super) fn next_row(&mut self) -> u64 {
        self.begins.pop_front().unwrap_or(self.row_line)
    }

    /// Whether the last row has no line end.
    pub(super) fn is_within_a_row(&self) -> bool {
        self.row_bytes > 0
    }

    fn follow(&mut self, byte: u8) {
        let ends_line = byte == b'\r' || (byte == b'\n' && !self.after_return);
        self.after_return = byte == b'\r';
        if ends_line {
            self.line += 1;
        }
        if matches!(byte, b'\n' | b'\r') && self.state != State::Quoted {
            self.state = State::Start;
            self.row_bytes = 0;
            return;
        }
        if self.row_bytes == 0 {
            self.row_line = self.line;
            self.begins.push_back(self.line);
        }
        self.row_bytes += 1;
        self.state = match (self.state, byte) {
            (State::Quoted, b'"') => State::Closing,
            (State::Start | State::Closing, b'"') | (State::Quoted, _) => State::Quoted,
            (_, byte) if byte == self.delimiter => State::Start,
            _ => State::Plain,
        };
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read == 0 && self.state == State::Quoted {
            return Err(carried(FileFault::CutOff {
                file: self.file.clone(),
                line: self.row_line,
            }));
        }
        for byte in &buffer[..read] {
            self.follow(*byte);
            if self.row_bytes > LONGEST_ROW {
                return Err(carried(FileFault::LongRow {
                    file: self.file.clone(),
                    line: self.row_line,
                }));
            }
        }
        Ok(read)
    }
}
