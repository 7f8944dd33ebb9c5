// SPDX-License-Identifier: AGPL-3.0-or-later

//! Formats the User-Agent for the session list, such as `Chrome on Windows`. It is used for nothing else:
//! a client can claim to be anything.

/// Browsers by an identifying token, most specific first: most also claim to be Safari.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Systems by an identifying token; an iPhone claims to be like Mac OS X, and Android to be Linux.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
];

fn found(table: &[(&str, &'static str)], agent: &str) -> Option<&'static str> {
    table
        .iter()
        .find(|(mark, _)| agent.contains(mark))
        .map(|(_, name)| *name)
}

/// A short description of a User-Agent header.
pub(super) fn describe(agent: &str) -> String {
    match (found(BROWSERS, agent), found(SYSTEMS, agent)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("A program on {system}"),
        (None, None) => "Unknown browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn usual_browsers_are_named() {
        let windows =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
        for (agent, name) in [
            (
                format!("{windows} Chrome/156.0.0.0 Safari/537.36"),
                "Chrome on Windows",
            ),
            (
                format!("{windows} Chrome/156.0.0.0 Safari/537.36 Edg/156.0"),
                "Edge on Windows",
            ),
            (
                format!("{phone} Version/18.0 Mobile/15E148 Safari/604.1"),
                "Safari on iPhone",
            ),
            (
                format!("{phone} CriOS/156.0 Mobile/15E148 Safari/604.1"),
                "Chrome on iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".into(),
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) Chrome/156.0 Mobile Safari/537.36".into(),
                "Chrome on Android",
            ),
            ("curl/8.0".into(), "Unknown browser"),
            (String::new(), "Unknown browser"),
        ] {
            assert_eq!(describe(&agent), name, "{agent}");
        }
    }
}
