// SPDX-License-Identifier: AGPL-3.0-or-later

//! Paths named in code, with the braces of `use` trees spelled out.

/// Every path that follows `prefix` (such as `features::`), as its segments:
/// `features::{a::B, c::{D, e}}` gives `[a, B]`, `[c, D]`, `[c, e]`.
pub fn paths_after(code: &str, prefix: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (place, _) in code.match_indices(prefix) {
        let before = code[..place].chars().next_back().unwrap_or(' ');
        if !before.is_alphanumeric() && before != '_' {
            tree(&code[place + prefix.len()..], &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Reads one tree, adds its paths, and gives how many bytes it took.
fn tree(text: &str, above: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let begin = text.len() - text.trim_start().len();
    let rest = &text[begin..];
    if rest.starts_with('{') {
        return begin + list(rest, above, found);
    }
    let length = rest
        .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .unwrap_or(rest.len());
    if length == 0 {
        found.push(above.clone());
        return begin + usize::from(rest.starts_with('*'));
    }
    let word = &rest[..length];
    if word == "self" {
        found.push(above.clone());
        return begin + length;
    }
    above.push(word.to_owned());
    let taken = if rest[length..].starts_with("::") {
        length + 2 + tree(&rest[length + 2..], above, found)
    } else {
        found.push(above.clone());
        length
    };
    above.pop();
    begin + taken
}

fn list(text: &str, above: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let mut place = 1;
    loop {
        let rest = &text[place..];
        place += rest.len() - rest.trim_start().len();
        match text[place..].chars().next() {
            None => return text.len(),
            Some('}') => return place + 1,
            Some(',') => place += 1,
            Some(_) => {
                place += tree(&text[place..], above, found);
                // A new name (`as x`), or anything else that is no path.
                let end = text[place..].find([',', '}']).unwrap_or(text.len() - place);
                place += end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::paths_after;

    #[test]
    fn trees_are_spelled_out() {
        let code = "use crate::features::{people::{self, View as V}, drugs}; crate::features::fax::queue(x)";
        let told: Vec<String> = paths_after(code, "features::")
            .iter()
            .map(|path| path.join("/"))
            .collect();
        assert_eq!(told, ["people", "people/View", "drugs", "fax/queue"]);
    }
}
