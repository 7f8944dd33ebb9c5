// SPDX-License-Identifier: AGPL-3.0-or-later

//! Shared parts of the commands: the name of the user, and messages for a database that cannot be opened or
//! written, with what to do. Not here: the commands themselves.

use salal_db::StorageTrouble;

use crate::error::Error;
use crate::settings::environment;

/// The caller: the given name, or the user of the operating system.
pub fn caller(named: Option<&str>) -> String {
    match named.map(str::trim) {
        Some(name) if !name.is_empty() => name.chars().take(100).collect(),
        _ => system_user(),
    }
}

/// A reason that a person gives, for the audit log.
pub fn reason(given: &str) -> Result<String, String> {
    line(
        given,
        "Please give a reason, in one line of at most 500 letters: the audit log keeps it.",
    )
}

/// The name of a person who does something, for the audit log.
pub fn name(given: &str) -> Result<String, String> {
    line(
        given,
        "Please give a name, in one line of at most 500 letters: the audit log keeps it. Without --by it is the user of the system.",
    )
}

/// As much as a line of the log shows.
const LONGEST: usize = 500;

/// What a line of the log does not show as it is: controls, separators of lines, letters without a width, and marks that
/// turn the direction of what follows.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// One line with something in it, without the blanks around it.
fn line(given: &str, otherwise: &str) -> Result<String, String> {
    let text = given.trim();
    let is_line = !text.is_empty() && !text.contains(is_unseen) && text.chars().count() <= LONGEST;
    is_line
        .then(|| text.to_owned())
        .ok_or_else(|| otherwise.to_owned())
}

/// How fast so many lines were read: nothing where there were too few to say.
pub fn speed(lines: i64, seconds: f64) -> String {
    match i32::try_from(lines) {
        Ok(lines) if lines > 1_000 && seconds > 0.0 => {
            format!("{:.0} lines a second.", f64::from(lines) / seconds)
        }
        _ => String::new(),
    }
}

/// The filter of a command that answers and ends: what is usual of a process that goes on is in the way of the answer.
pub fn answering(filter: &str) -> String {
    match filter.strip_prefix("info") {
        Some(rest) if rest.is_empty() || rest.starts_with(',') => format!("warn{rest}"),
        _ => filter.to_owned(),
    }
}

/// The user who owns this process, from the system's user list; also after sudo.
fn system_user() -> String {
    let environment = environment::of_process();
    let variable = |name: &str| {
        let found = environment
            .iter()
            .find(|(key, text)| key == name && !text.is_empty());
        found.map(|(_, text)| text.clone())
    };
    let user = user_id()
        .map(|id| {
            let list = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
            name_of(&list, id).unwrap_or_else(|| format!("user {id}"))
        })
        .or_else(|| variable("USER"))
        .or_else(|| variable("USERNAME"))
        .unwrap_or_else(|| "an unknown user".into());
    match variable("SUDO_USER") {
        Some(before) if before != user => format!("{user}, called by {before}"),
        _ => user,
    }
}

fn user_id() -> Option<u32> {
    #[cfg(unix)]
    {
        let own = std::fs::metadata("/proc/self").ok()?;
        Some(std::os::unix::fs::MetadataExt::uid(&own))
    }
    #[cfg(not(unix))]
    None
}

fn name_of(list: &str, id: u32) -> Option<String> {
    let id = id.to_string();
    list.lines().find_map(|line| {
        let mut parts = line.split(':');
        let (name, of) = (parts.next()?, parts.nth(1)?);
        (of == id).then(|| name.to_owned())
    })
}

/// An error for the terminal: the cause, which the web never shows; for a database that cannot be written,
/// what to do instead of the driver's message.
pub fn error_message(error: &Error, database: &str) -> String {
    match error.storage {
        Some(why) => trouble(why, database),
        None => error.cause.clone().unwrap_or_else(|| error.message.clone()),
    }
}

/// The message for a database problem at an address; an address that contains a password is never printed.
pub fn trouble(why: StorageTrouble, database: &str) -> String {
    let place = salal_db::file_of(database).map_or_else(
        || "The database".to_owned(),
        |file| format!("The database {}", file.display()),
    );
    let is_server = salal_db::file_of(database).is_none();
    match why {
        StorageTrouble::Full if is_server => format!(
            "{place} takes no changes: the disk of PostgreSQL is full. What was saved before is still there. Free some \
             space there, then run this again."
        ),
        StorageTrouble::Failing if is_server => format!(
            "{place} refuses changes: the disk of PostgreSQL fails, or something is missing there. No change is known to have \
             been saved. The log of PostgreSQL says which it is; mend that, then run this again."
        ),
        StorageTrouble::ReadOnlyServer | StorageTrouble::ReadOnly if is_server => {
            format!(
                "{}, then run this again.",
                salal_db::DbError::TakesNoChanges
            )
        }
        StorageTrouble::Full => format!(
            "{place} takes no changes: its disk is full. What was saved before is still there. Free some space, then \
             run this again."
        ),
        StorageTrouble::ReadOnly | StorageTrouble::ReadOnlyServer => format!(
            "{place} takes no changes: the file, its folder or its disk is read-only. Nothing was changed. Give the \
             user who runs this write access there, then run this again."
        ),
        StorageTrouble::Failing => format!(
            "{place} cannot be opened, or its disk fails. No change is known to have been saved. Check that the file \
             and its folder exist and that the user who runs this can read and write them, then run this again."
        ),
        StorageTrouble::Away => format!(
            "{place} cannot be reached: nothing answers there. Nothing was changed. Check that it is running and that database.url is right, \
             then run this again."
        ),
        StorageTrouble::Busy | StorageTrouble::Locked => format!(
            "{place} is busy: another program is using it. Nothing was changed. Run this again in a minute."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caller_is_who_was_named_or_the_system_s_user() {
        assert_eq!(caller(Some(" A. Nurse ")), "A. Nurse");
        assert!(!caller(None).is_empty() && !caller(Some(" ")).trim().is_empty());
        let list = "root:x:0:0:root:/root:/bin/sh\nsalal:x:998:998::/srv:/bin/false\n";
        assert_eq!(name_of(list, 998).as_deref(), Some("salal"));
        assert_eq!(name_of(list, 99), None);
    }

    #[test]
    fn what_the_audit_log_keeps_is_one_line_with_something_in_it() {
        for unfit in [
            "",
            "  ",
            "a\nb",
            "a\r\nb",
            "a\tb",
            "\u{1b}[2J",
            "a\u{85}b",
            "a\u{2028}b",
        ] {
            assert!(reason(unfit).is_err_and(|why| why.starts_with("Please give a reason")));
            assert!(name(unfit).is_err_and(|why| why.starts_with("Please give a name")));
        }
        assert_eq!(reason(" asked by phone ").as_deref(), Ok("asked by phone"));
        assert_eq!(name("Zoë O’Neil").as_deref(), Ok("Zoë O’Neil"));
    }

    #[test]
    fn the_log_of_a_command_that_answers_holds_what_is_wrong() {
        for (set, expected) in [
            ("info", "warn"),
            ("info,sqlx=warn", "warn,sqlx=warn"),
            ("debug", "debug"),
            ("information=debug", "information=debug"),
            ("error", "error"),
        ] {
            assert_eq!(answering(set), expected);
        }
    }

    #[test]
    fn trouble_is_told_without_the_driver_s_words_or_a_password() {
        let told = trouble(StorageTrouble::ReadOnly, "sqlite:///srv/salal.db?mode=rwc");
        assert!(
            told.starts_with("The database /srv/salal.db takes no changes"),
            "{told}"
        );
        for why in [
            StorageTrouble::Full,
            StorageTrouble::ReadOnlyServer,
            StorageTrouble::Failing,
            StorageTrouble::Away,
            StorageTrouble::Busy,
        ] {
            let told = trouble(why, "postgres://salal:secret@host/salal");
            let words = ["file", "folder", "user who runs", "secret"];
            assert!(!words.iter().any(|word| told.contains(word)), "{told}");
        }
        let told = trouble(StorageTrouble::Away, "postgres://salal:secret@host/salal");
        assert!(told.starts_with("The database cannot be reached"), "{told}");
    }
}
