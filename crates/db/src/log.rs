// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads the write-ahead log of a `SQLite` file (<https://www.sqlite.org/fileformat2.html>, 4): pages, each with a sum of
//! everything before it, so that what was not written whole, or is of an earlier log, is told from what counts.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::FileExt;

/// The length of the log's header, and of the header of a page in it.
const HEADER: usize = 32;
const FRAME: usize = 24;
/// What a log begins with; the last bit says in which order the bytes of a word are summed.
const MAGIC: u32 = 0x377f_0682;

/// Where a log ends: after a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogCut {
    length: u64,
    pages: u32,
    page: usize,
    salt: [u8; 8],
}

impl LogCut {
    /// The length of the log up to there.
    pub fn length(&self) -> u64 {
        self.length
    }

    pub(crate) fn salt(&self) -> [u8; 8] {
        self.salt
    }

    /// The length that the database has then.
    fn size(&self) -> io::Result<u64> {
        let page = u64::try_from(self.page).map_err(io::Error::other)?;
        Ok(u64::from(self.pages) * page)
    }
}

/// Reads a log as far as its sums are right.
pub(crate) struct LogReader<R> {
    from: R,
    state: Option<State>,
    frame: Vec<u8>,
    read: u64,
    cut: Option<LogCut>,
}

struct State {
    page: usize,
    is_big: bool,
    salt: [u8; 8],
    sum: (u32, u32),
}

impl<R: Read> LogReader<R> {
    pub(crate) fn new(from: R) -> Self {
        Self {
            from,
            state: None,
            frame: Vec::new(),
            read: 0,
            cut: None,
        }
    }

    /// After the last commit that was read.
    pub(crate) fn cut(&self) -> Option<LogCut> {
        self.cut.clone()
    }

    /// The next bytes that count: at first the header, then a page with its header. `None` at the end.
    pub(crate) fn next_bytes(&mut self) -> io::Result<Option<&[u8]>> {
        let is_good = match &self.state {
            None => self.header()?,
            Some(_) => self.page()?,
        };
        if !is_good {
            return Ok(None);
        }
        self.read += u64::try_from(self.frame.len()).map_err(io::Error::other)?;
        self.note_commit();
        Ok(Some(&self.frame))
    }

    /// The number and the content of the page that was read last.
    fn content(&self) -> Option<(u32, &[u8])> {
        let content = self.frame.get(FRAME..)?;
        (self.frame.len() > HEADER).then(|| (word(&self.frame, 0), content))
    }

    fn fill(&mut self, length: usize) -> io::Result<bool> {
        self.frame.resize(length, 0);
        match self.from.read_exact(&mut self.frame) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn header(&mut self) -> io::Result<bool> {
        if !self.fill(HEADER)? {
            return Ok(false);
        }
        let header = &self.frame;
        let magic = word(header, 0);
        let is_big = magic & 1 == 1;
        let sum = summed(&header[..HEADER - 8], (0, 0), is_big);
        let page = usize::try_from(word(header, 8)).map_err(io::Error::other)?;
        let is_page = (512..=65_536).contains(&page) && page.is_power_of_two();
        let is_good = magic & !1 == MAGIC && is_page && sum == sums(header, HEADER - 8);
        let mut salt = [0; 8];
        salt.copy_from_slice(&header[16..24]);
        self.state = is_good.then_some(State {
            page,
            is_big,
            salt,
            sum,
        });
        Ok(is_good)
    }

    fn page(&mut self) -> io::Result<bool> {
        let Some(page) = self.state.as_ref().map(|state| state.page) else {
            return Ok(false);
        };
        if !self.fill(FRAME + page)? {
            return Ok(false);
        }
        let (frame, Some(state)) = (&self.frame, &mut self.state) else {
            return Ok(false);
        };
        let sum = summed(&frame[..8], state.sum, state.is_big);
        let sum = summed(&frame[FRAME..], sum, state.is_big);
        let is_good = frame[8..16] == state.salt && sum == sums(frame, 16);
        state.sum = sum;
        Ok(is_good && word(frame, 0) > 0)
    }

    fn note_commit(&mut self) {
        let Some(state) = self.state.as_ref().filter(|_| self.frame.len() > HEADER) else {
            return;
        };
        let pages = word(&self.frame, 4);
        if pages > 0 {
            self.cut = Some(LogCut {
                length: self.read,
                pages,
                page: state.page,
                salt: state.salt,
            });
        }
    }
}

/// After the last commit of a log; `None` if there is none.
pub(crate) fn last_commit(log: impl Read) -> io::Result<Option<LogCut>> {
    let mut reader = LogReader::new(log);
    while reader.next_bytes()?.is_some() {}
    Ok(reader.cut())
}

/// Whether a log of this length is whole: its sums are right, and it ends with a commit.
pub fn is_whole_log(log: impl Read, length: u64) -> io::Result<bool> {
    Ok(last_commit(log)?.is_some_and(|cut| cut.length == length))
}

/// Plays a log of this length into the file of a database that nobody has open. One that does not end with a commit is
/// an error, and the file then of no use.
pub fn play_log(log: impl Read, length: u64, into: &File) -> io::Result<()> {
    let mut reader = LogReader::new(log);
    while reader.next_bytes()?.is_some() {
        if let Some((number, content)) = reader.content() {
            let size = u64::try_from(content.len()).map_err(io::Error::other)?;
            into.write_all_at(content, (u64::from(number) - 1) * size)?;
        }
    }
    match reader.cut() {
        Some(cut) if cut.length == length => into.set_len(cut.size()?),
        _ => Err(io::Error::from(ErrorKind::InvalidData)),
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[at..at + 4]);
    u32::from_be_bytes(four)
}

fn sums(bytes: &[u8], at: usize) -> (u32, u32) {
    (word(bytes, at), word(bytes, at + 4))
}

fn summed(bytes: &[u8], from: (u32, u32), is_big: bool) -> (u32, u32) {
    let (pairs, _) = bytes.as_chunks::<8>();
    let (mut one, mut two) = from;
    for [a, b, c, d, e, f, g, h] in pairs {
        let (first, second) = ([*a, *b, *c, *d], [*e, *f, *g, *h]);
        let (first, second) = if is_big {
            (u32::from_be_bytes(first), u32::from_be_bytes(second))
        } else {
            (u32::from_le_bytes(first), u32::from_le_bytes(second))
        };
        one = one.wrapping_add(first).wrapping_add(two);
        two = two.wrapping_add(second).wrapping_add(one);
    }
    (one, two)
}
