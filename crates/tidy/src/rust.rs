// SPDX-License-Identifier: AGPL-3.0-or-later

//! What of a Rust file is code: comments and the insides of strings are blanked, lines stay where
//! they are. Not a parser: it knows literals, comments and braces, no more.

/// The text with comments and string contents replaced by spaces.
pub fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let (taken, keep) = token(rest, before);
        let piece = &rest[..taken];
        if keep {
            out.push_str(piece);
        } else {
            out.extend(piece.chars().map(blank));
        }
        before = piece.chars().next_back().unwrap_or(first);
        rest = &rest[taken..];
    }
    out
}

fn blank(letter: char) -> char {
    if letter == '\n' { '\n' } else { ' ' }
}

/// How many bytes the next token takes, and whether it is code.
fn token(rest: &str, before: char) -> (usize, bool) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), false);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), false);
    }
    let in_word = before.is_alphanumeric() || before == '_';
    if !in_word && let Some(length) = raw_string(rest) {
        return (length, false);
    }
    if rest.starts_with('"') {
        return (string(rest), false);
    }
    if rest.starts_with('\'')
        && let Some(length) = character(rest)
    {
        return (length, false);
    }
    (rest.chars().next().map_or(1, char::len_utf8), true)
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut place = 0;
    while place < rest.len() {
        if rest[place..].starts_with("/*") {
            depth += 1;
            place += 2;
        } else if rest[place..].starts_with("*/") {
            depth -= 1;
            place += 2;
            if depth == 0 {
                return place;
            }
        } else {
            place += rest[place..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

fn raw_string(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = after.chars().take_while(|letter| *letter == '#').count();
    if !after[hashes..].starts_with('"') {
        return None;
    }
    let begin = rest.len() - after.len() + hashes + 1;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(
        rest[begin..]
            .find(&end)
            .map_or(rest.len(), |place| begin + place + end.len()),
    )
}

fn string(rest: &str) -> usize {
    let mut escaped = false;
    for (place, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return place + 1,
            _ => {}
        }
    }
    rest.len()
}

/// A character literal; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let inside = &rest[1..];
    if inside.starts_with('\\') {
        return inside[2..].find('\'').map(|place| place + 4);
    }
    let letter = inside.chars().next()?;
    let end = 1 + letter.len_utf8();
    rest[end..].starts_with('\'').then_some(end + 1)
}

/// The code without its `#[cfg(test)]` modules.
pub fn product_code(text: &str) -> String {
    let mut code = code(text);
    let mut from = 0;
    while let Some(place) = code[from..].find("#[cfg(test)]").map(|place| from + place) {
        let after = place + "#[cfg(test)]".len();
        let end = item_end(&code[after..]).map_or(code.len(), |length| after + length);
        let blanked: String = code[place..end].chars().map(blank).collect();
        code.replace_range(place..end, &blanked);
        from = place + blanked.len();
    }
    code
}

/// Where the item that begins here ends: at its semicolon or its closing brace.
fn item_end(code: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (place, letter) in code.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(place + 1);
                }
            }
            ';' if depth == 0 => return Some(place + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{code, product_code};

    #[test]
    fn comments_and_strings_are_no_code() {
        let text = "let a = \"x.unwrap()\"; // y.unwrap()\nlet b = r#\"\"z\"\"#; /* c */ 'd' <'e>";
        let kept: String = code(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(kept, "let a = ; let b = ; <'e>");
    }

    #[test]
    fn lines_stay_where_they_are() {
        let text = "/* one\ntwo */\n\"a\nb\"\nfn c() {}";
        assert_eq!(code(text).lines().nth(4), Some("fn c() {}"));
    }

    #[test]
    fn test_modules_are_no_product_code() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests { fn b() { c.unwrap() } }\nfn d() {}";
        let kept = product_code(text);
        assert!(kept.contains("fn a") && kept.contains("fn d") && !kept.contains("unwrap"));
    }
}
