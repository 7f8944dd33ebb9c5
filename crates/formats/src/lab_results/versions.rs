// SPDX-License-Identifier: AGPL-3.0-or-later

//! Merges later reports of an order: a laboratory sends the changes, or everything again. The new version is
//! the earlier one with the changes, result by result, so that nothing is lost; the earlier version is kept.

use std::collections::HashMap;

use super::results::{LabItem, ResultStatus};

/// What identifies the same test: the code if there is one, otherwise the name.
fn key(item: &LabItem) -> (&str, &str, &str) {
    let test = if item.code.is_empty() {
        &item.name
    } else {
        &item.code
    };
    (&item.group, test, &item.sub)
}

/// The merged results after a later report.
///
/// Results that cannot be distinguished are replaced only when the later report has at least as many of them;
/// otherwise the later ones are added beside the earlier ones for a person to read.
pub fn after(earlier: &[LabItem], later: &[LabItem]) -> Vec<LabItem> {
    let mut said: HashMap<_, Vec<&LabItem>> = HashMap::new();
    for item in later {
        said.entry(key(item)).or_default().push(item);
    }
    let mut before: HashMap<_, usize> = HashMap::new();
    for item in earlier {
        *before.entry(key(item)).or_default() += 1;
    }
    let mut out: Vec<LabItem> = Vec::with_capacity(earlier.len() + later.len());
    for item in earlier {
        let key = key(item);
        let known = before.get(&key).copied().unwrap_or_default();
        match said.get(&key) {
            Some(new) if new.len() >= known => {
                // All of them replace the first.
                if let Some(new) = said.insert(key, Vec::new()).filter(|new| !new.is_empty()) {
                    out.extend(new.into_iter().cloned().map(settled));
                    said.insert(key, Vec::new());
                    before.insert(key, 0);
                }
            }
            Some(new) if new.is_empty() => {}
            _ => out.push(item.clone()),
        }
    }
    for item in later {
        let Some(waiting) = said.get_mut(&key(item)).filter(|some| !some.is_empty()) else {
            continue;
        };
        waiting.remove(0);
        let place = out
            .iter()
            .rposition(|one| one.group == item.group)
            .map_or(out.len(), |last| last + 1);
        out.insert(place, settled(item.clone()));
    }
    out
}

/// A deleted result has no value any more, but remains visible.
fn settled(mut item: LabItem) -> LabItem {
    if item.status == ResultStatus::Deleted {
        item.value = None;
    }
    item
}
