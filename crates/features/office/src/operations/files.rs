// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal files`: whether every uploaded file is there and unaltered, and the way from a folder to a bucket and back. Both
//! run beside a server, begin where they were stopped, and go by what is on record of each file; nothing is removed but by
//! a word of its own, after all of it was read at the other place. Not here: backups, and the mark of a place
//! (`uploads::place`).

use std::fmt::Write as _;

use futures_util::{StreamExt, stream};

use crate::api::Spooled;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};
use crate::files::FileStore;
use crate::operations::health::count;
use crate::settings::StoreKind;
use salal_accounts::audit;
use salal_reference::uploads::{self, OnRecord};

/// So many files are read at a time.
const AT_ONCE: usize = 8;
/// So many rows are read at a time; a line of progress follows each time.
const ROWS: u64 = 200;
/// So many names of a kind are listed.
const LISTED: usize = 200;

/// What became of one file.
enum Fate {
    /// It is there and unaltered.
    Whole,
    /// It was copied, and is unaltered there.
    Copied,
    Missing,
    Changed,
}

/// What became of all of them.
#[derive(Default)]
struct Outcome {
    whole: u64,
    copied: u64,
    missing: Vec<String>,
    changed: Vec<String>,
}

impl Outcome {
    fn add(&mut self, path: String, fate: &Fate) {
        match fate {
            Fate::Whole => self.whole += 1,
            Fate::Copied => self.copied += 1,
            Fate::Missing => self.missing.push(path),
            Fate::Changed => self.changed.push(path),
        }
    }

    fn seen(&self) -> u64 {
        let faults = u64::try_from(self.missing.len() + self.changed.len()).unwrap_or(u64::MAX);
        self.whole + self.copied + faults
    }

    fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.changed.is_empty()
    }

    /// The names of what is missing or changed.
    fn list(&self, store: &FileStore) -> String {
        let mut text = String::new();
        for (paths, what) in [
            (&self.missing, "on record and not in"),
            (&self.changed, "not what was stored any more in"),
        ] {
            if paths.is_empty() {
                continue;
            }
            let _ = write!(text, "\n{} {what} {}:", files(paths.len()), store.name());
            list(&mut text, paths);
        }
        text
    }
}

/// What `salal files verify` found.
pub struct Verified {
    pub text: String,
    /// Every file on record is there and unaltered, and nothing is wrong with the place.
    pub is_whole: bool,
}

/// Reads every file on record in the place of the settings, and looks for files without a record.
pub async fn verify(ctx: &Context, say: impl FnMut(&str)) -> Result<Verified> {
    let store = &FileStore::of(ctx);
    store.check().await.map_err(Error::broken)?;
    let look = async |file: &OnRecord| look_at(store, file).await;
    let outcome = each_file(ctx, look, say).await?;
    let strangers = find_strangers(ctx, store).await?;
    let mut text = format!(
        "{} on record: {} there and unaltered in {}.",
        files_of(outcome.seen()),
        outcome.whole,
        store.name()
    );
    text.push_str(&outcome.list(store));
    if !strangers.is_empty() {
        let _ = write!(
            text,
            "\n{} without a record, which the daily cleanup removes:",
            files(strangers.len())
        );
        list(&mut text, &strangers);
    }
    let fault = uploads::place::find_fault(ctx).await?;
    if let Some(fault) = &fault {
        let _ = write!(text, "\n{fault}");
    }
    if !outcome.is_whole() {
        text.push_str(
            "\nBring them back from a backup, or copy them from where they are: salal files move, or the folder itself.",
        );
    }
    Ok(Verified {
        text,
        is_whole: outcome.is_whole() && fault.is_none(),
    })
}

/// Copies the files that the other place does not have yet, and reads each one there.
pub async fn copy(
    ctx: &Context,
    to: StoreKind,
    by: &str,
    say: impl FnMut(&str),
) -> Result<Verified> {
    let (from, into) = both(ctx, to).await?;
    let copy = async |file: &OnRecord| copy_one(&from, &into, file).await;
    let outcome = each_file(ctx, copy, say).await?;
    uploads::place::mark(ctx, &into).await?;
    let mut text = format!(
        "{} on record: {} copied to {} and read there, {} there before.",
        files_of(outcome.seen()),
        outcome.copied,
        into.name(),
        outcome.whole
    );
    text.push_str(&outcome.list(&from));
    let is_in_use = ctx.settings.files.store == to;
    text.push_str(if is_in_use {
        " Nothing was removed. When salal files verify finds nothing missing, this with --remove empties the other place."
    } else {
        " Nothing was removed. Next: set files.store to the new place, start every process again, and run this once \
         more for what was uploaded in the meantime."
    });
    trace(ctx, "salal files move", &from, &into, by, outcome.copied).await?;
    Ok(Verified {
        text,
        is_whole: outcome.is_whole(),
    })
}

/// Removes the files from the place that is not in use any more, each after it was read at the other one.
pub async fn empty(
    ctx: &Context,
    to: StoreKind,
    by: &str,
    mut say: impl FnMut(&str),
) -> Result<Verified> {
    if ctx.settings.files.store != to {
        return Err(Error::broken(format!(
            "nothing was removed: files.store is still \"{}\", so that the files there are in use. Move them, set \
             files.store = \"{}\", start every process again, and run this again",
            to.other().word(),
            to.word()
        )));
    }
    let (from, into) = both(ctx, to).await?;
    if let Some(fault) = uploads::place::find_fault(ctx).await? {
        return Err(Error::broken(format!("nothing was removed: {fault}")));
    }
    let look = async |file: &OnRecord| look_at(&into, file).await;
    let outcome = each_file(ctx, look, &mut say).await?;
    if !outcome.is_whole() {
        return Ok(Verified {
            text: format!(
                "Nothing was removed: not every file is at its new place.{}\nRun salal files move --to {} first.",
                outcome.list(&into),
                to.word()
            ),
            is_whole: false,
        });
    }
    let remove = async |file: &OnRecord| {
        let is_there = from.size(&file.path).await?.is_some();
        // It may have been uploaded since all of them were read.
        if !is_there || !matches!(look_at(&into, file).await?, Fate::Whole) {
            return Ok(Fate::Whole);
        }
        from.remove(&file.path).await?;
        Ok(Fate::Copied)
    };
    let removed = each_file(ctx, remove, say).await?.copied;
    trace(ctx, "salal files move --remove", &from, &into, by, removed).await?;
    Ok(Verified {
        text: format!(
            "{} removed from {}. All are in {}.",
            files_of(removed),
            from.name(),
            into.name()
        ),
        is_whole: true,
    })
}

/// Takes the place of the settings for this installation's from now on, whoever marked it.
pub async fn adopt(ctx: &Context, by: &str) -> Result<String> {
    let store = FileStore::of(ctx);
    store.check().await.map_err(Error::broken)?;
    uploads::place::take(ctx).await?;
    trace(ctx, "salal files adopt", &store, &store, by, 0).await?;
    let missing = uploads::find_missing(ctx).await?;
    let missing = missing.map_or_else(String::new, |one| format!(" {}", one.sentence(&store)));
    Ok(format!(
        "{} is this installation’s place of uploaded files from now on.{missing}",
        store.name()
    ))
}

/// The place to move from and the one to move to; both must work.
async fn both(ctx: &Context, to: StoreKind) -> Result<(FileStore, FileStore)> {
    let from = FileStore::of_kind(ctx, to.other())?;
    let into = FileStore::of_kind(ctx, to)?;
    for store in [&from, &into] {
        store.check().await.map_err(Error::broken)?;
    }
    Ok((from, into))
}

/// Does something with every file on record, some at a time.
async fn each_file(
    ctx: &Context,
    each: impl AsyncFn(&OnRecord) -> Result<Fate>,
    mut say: impl FnMut(&str),
) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut after = None;
    loop {
        let rows = uploads::list_on_record(ctx.db.read(), after, ROWS).await?;
        let Some(last) = rows.last() else {
            return Ok(outcome);
        };
        after = Some(last.id);
        let each = &each;
        let mut fates = stream::iter(rows)
            .map(|file| async move {
                let fate = each(&file).await;
                (file.path, fate)
            })
            .buffer_unordered(AT_ONCE);
        while let Some((path, fate)) = fates.next().await {
            outcome.add(path, &fate?);
        }
        say(&format!("{} seen", files_of(outcome.seen())));
    }
}

async fn look_at(store: &FileStore, file: &OnRecord) -> Result<Fate> {
    Ok(match store.read(&file.path).await? {
        None => Fate::Missing,
        Some(bytes) if sha256_hex(&bytes) == file.sha256 => Fate::Whole,
        Some(_) => Fate::Changed,
    })
}

async fn copy_one(from: &FileStore, into: &FileStore, file: &OnRecord) -> Result<Fate> {
    if matches!(look_at(into, file).await?, Fate::Whole) {
        return Ok(Fate::Whole);
    }
    let Some(bytes) = from.read(&file.path).await? else {
        return Ok(Fate::Missing);
    };
    if sha256_hex(&bytes) != file.sha256 {
        return Ok(Fate::Changed);
    }
    into.put(&file.path, Spooled::in_memory(bytes)).await?;
    match look_at(into, file).await? {
        Fate::Whole => Ok(Fate::Copied),
        _ => Err(Error::broken(format!(
            "{} was put into {} and is another file there. Nothing was removed. Run this again, and look at that store \
             if it stays so",
            file.path,
            into.name()
        ))),
    }
}

/// Files without a record that are old enough to have one.
async fn find_strangers(ctx: &Context, store: &FileStore) -> Result<Vec<String>> {
    let (mut strangers, mut from) = (Vec::new(), None);
    loop {
        let page = store.page(ctx.now(), from).await?;
        let old = page
            .files
            .into_iter()
            .filter(|one| one.age >= uploads::YOUNG);
        let paths: Vec<String> = old.map(|one| one.path).collect();
        for paths in paths.chunks(500) {
            let known = uploads::list_known_paths(ctx.db.read(), paths).await?;
            strangers.extend(paths.iter().filter(|path| !known.contains(path)).cloned());
        }
        from = page.next;
        if from.is_none() {
            return Ok(strangers);
        }
    }
}

fn list(text: &mut String, paths: &[String]) {
    for path in paths.iter().take(LISTED) {
        let _ = write!(text, "\n  {path}");
    }
    if let Some(more) = paths.len().checked_sub(LISTED).filter(|more| *more > 0) {
        let _ = write!(text, "\n  and {more} more");
    }
}

fn files_of(number: u64) -> String {
    count(i64::try_from(number).unwrap_or(i64::MAX), "file")
}

fn files(number: usize) -> String {
    files_of(u64::try_from(number).unwrap_or(u64::MAX))
}

async fn trace(
    ctx: &Context,
    action: &str,
    from: &FileStore,
    into: &FileStore,
    by: &str,
    number: u64,
) -> Result<()> {
    let mut last = ctx.db.batch();
    audit::write_of_house(
        ctx,
        None,
        audit::TERMINAL,
        action,
        "uploaded files",
        format!(
            "{} from {} to {}, by {by}",
            files_of(number),
            from.name(),
            into.name()
        ),
        &mut last,
    );
    last.run(ctx.db.write()).await?;
    Ok(())
}
