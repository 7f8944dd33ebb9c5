// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tests the query plans of the list and the search: by index, never a scan over all people.

use salal_db::{Db, on_both, testing};
use salal_domain::search::patients::{Asked, Words, read};

use super::list::{Ask, Key, Order, page_query, place_of_nobody};
use super::search::{Source, anywhere, straight};

/// Tables by their aliases in the statements.
const TABLES: &[&str] = &[
    "k",
    "p",
    "a",
    "g",
    "o",
    "e",
    "t",
    "d",
    "x",
    "person",
    "account",
    "health_document",
    "patient_entry",
];

async fn plan(db: &Db, source: Option<&Source>, key: Key, down: bool, paged: bool) -> String {
    let ask = Ask {
        order: Order { key, down },
        after: paged.then(place_of_nobody),
        limit: 11,
        // As prescriptions count them.
        pending: "(SELECT COUNT(*) FROM prescription x WHERE x.person_id = h.person_id \
                  AND x.status IN ('PENDING', 'ACKNOWLEDGED'))"
            .to_owned(),
    };
    let (sql, text) = page_query(source, &ask);
    let plan = testing::plan(db, sql.statement(db.read(), &text)).await;
    let plan = plan.expect("a plan");
    assert!(!plan.contains("Seq Scan"), "{text}\n{plan}");
    for table in TABLES {
        for line in plan.lines().map(str::trim) {
            let walks = line == format!("SCAN {table}");
            assert!(!walks, "{text}\n{plan}");
        }
    }
    plan
}

on_both!(
    the_list_follows_the_index_of_its_order,
    a_search_follows_one_gram,
    addresses_and_numbers_have_indexes_of_their_own
);

async fn the_list_follows_the_index_of_its_order(db: Db) {
    for (key, index) in [
        (Key::Last, "patient_entry_last_idx"),
        (Key::First, "patient_entry_first_idx"),
        (Key::Joined, "patient_entry_joined_idx"),
    ] {
        for (down, paged) in [(false, false), (false, true), (true, false), (true, true)] {
            let plan = plan(&db, None, key, down, paged).await;
            assert!(plan.contains(index), "{plan}");
        }
    }
}

async fn a_search_follows_one_gram(db: Db) {
    for typed in [
        "smith",
        "smi jan",
        "j smith",
        "smith 9000 012",
        "de la cruz",
    ] {
        let Some(Asked::Words(words)) = read(typed) else {
            panic!("{typed} is words")
        };
        let way = straight(db.read(), &words)
            .await
            .expect("a way")
            .expect("a way");
        let source = Source::Ways(vec![way]);
        for (key, paged) in [
            (Key::Last, false),
            (Key::Last, true),
            (Key::First, false),
            (Key::Joined, true),
        ] {
            let plan = plan(&db, Some(&source), key, false, paged).await;
            assert!(
                plan.contains("patient_gram_pkey") || plan.contains("PRIMARY KEY (gram=?"),
                "{plan}"
            );
        }
    }
    let both = ["smith", "smyth"].map(|word| Words {
        typed: vec![word.to_owned()],
    });
    let mut ways = Vec::new();
    for words in &both {
        ways.extend(straight(db.read(), words).await.expect("a way"));
    }
    plan(&db, Some(&Source::Ways(ways)), Key::Last, false, true).await;
}

async fn addresses_and_numbers_have_indexes_of_their_own(db: Db) {
    let email = plan(
        &db,
        Some(&Source::Email("jan@".into())),
        Key::Last,
        false,
        true,
    )
    .await;
    assert!(email.contains("account_email_folded_key"), "{email}");
    let number = plan(
        &db,
        Some(&Source::Number("900001".into())),
        Key::Joined,
        true,
        false,
    )
    .await;
    assert!(number.contains("health_document_digits_idx"), "{number}");
    plan(&db, Some(&anywhere("900001")), Key::Last, true, false).await;
}
