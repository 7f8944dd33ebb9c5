// SPDX-License-Identifier: AGPL-3.0-or-later

//! The receipt: who paid what, with and without a refund, and without a drug's name.

use super::*;
use crate::engine::page_texts;
use crate::testing;

fn text(of: &Receipt) -> String {
    page_texts(Template::Receipt, &sheet(of)).concat()
}

#[test]
fn the_receipt_shows_charge_payment_refund_and_balance() {
    let page = text(&testing::receipt());
    for part in [
        "Harbour Lane Medical",
        "Official Prescription Receipt",
        "P-20418",
        "Marguerite Tremblay",
        "301 – 4417 Larkspur Street",
        "First medication",
        "$50.00",
        "$60.00",
        "Nov 19, 2026, 7:04 PM",
        "Visa ending 4242",
        "Refund, Nov 21, 2026, 11:00 AM",
        "$10.00",
        "Net paid",
        "Balance",
        "$0.00",
        "CAD",
    ] {
        assert!(page.contains(part), "{part:?} is missing in:\n{page}");
    }
}

#[test]
fn what_was_refunded_in_part_leaves_what_was_paid_in_the_end() {
    for (back, net) in [(1000, "Net paid$50.00"), (6000, "Net paid$0.00")] {
        let mut of = testing::receipt();
        if let Some(refund) = &mut of.refund {
            refund.cents = Cents(back);
        }
        let page: String = text(&of).split_whitespace().collect();
        let net: String = net.split_whitespace().collect();
        assert!(page.contains(&net), "{net:?} is missing in:\n{page}");
    }
    let whole = Receipt {
        refund: None,
        ..testing::receipt()
    };
    assert!(!text(&whole).contains("Net paid"));
}

#[test]
fn without_refund_or_payment_nothing_is_made_up() {
    let free = Receipt {
        charge: Cents::ZERO,
        charge_lines: Vec::new(),
        payment: None,
        refund: None,
        ..testing::receipt()
    };
    let page = text(&free);
    assert!(
        !page.contains("Payment") && !page.contains("Refund"),
        "{page}"
    );
    assert!(page.contains("Charge") && page.contains("$0.00"));
}

#[test]
fn the_same_data_gives_the_same_bytes() {
    assert_eq!(
        receipt(&testing::receipt()).unwrap(),
        receipt(&testing::receipt()).unwrap()
    );
}
