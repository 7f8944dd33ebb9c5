// SPDX-License-Identifier: AGPL-3.0-or-later

//! The features by their names, in order of dependency (ARCHITECTURE, the order of the features). Each stands in a
//! crate under `crates/features`.

pub use salal_reference::{pharmacies, reference_data, uploads};

pub use salal_people::{links, medical_info, people, pharmanet, presence, suggestions};

pub use salal_drugs::drugs;

pub use salal_accounts::{accounts, audit};

pub use salal_exchange::{clinic_notes, fax, messages, payments};

pub use salal_orders::{orders, sleep_studies};

pub use salal_prescriptions::prescriptions;

pub use salal_clinic::{billing, lab_tests, notes};

pub use salal_office::{insight, manage_data, operations, patient_page, today};
