// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's twelve patients, each in a different state. Their health numbers are the sandbox's: what it
//! answers for each number is already entered here. They are stored by `enrol`.

/// A patient's proof of health coverage.
pub(super) enum Paper {
    /// BC card: number, what the plan answered, and what it found wrong.
    Bc(&'static str, &'static str, Option<&'static str>),
    /// A card of another province.
    Province(&'static str, &'static str),
    Passport(&'static str, &'static str),
    /// None; pays privately.
    Private,
}

/// A patient's answers about health; the last is the current medications, by name.
pub(super) struct Health {
    pub(super) conditions: &'static [&'static str],
    pub(super) allergies: &'static [&'static str],
    pub(super) medications: &'static [&'static str],
}

/// A patient.
pub(super) struct Patient {
    pub(super) email: &'static str,
    pub(super) note: &'static str,
    pub(super) name: (&'static str, &'static str),
    pub(super) born: (i32, u32, u32),
    pub(super) sex: &'static str,
    /// The last two digits of 604-555-01xx.
    pub(super) phone: u32,
    pub(super) is_phone_verified: bool,
    pub(super) address: (&'static str, &'static str, &'static str),
    pub(super) paper: Paper,
    pub(super) health: Option<Health>,
}

pub(super) const NOTHING: Health = Health {
    conditions: &[],
    allergies: &[],
    medications: &[],
};

pub(super) const PATIENTS: [Patient; 12] = [
    Patient {
        email: "patient@salal.example",
        note: "ready to request: card valid, phone verified, medications recorded",
        name: ("Maren", "Holloway"),
        born: (1968, 4, 12),
        sex: "Female",
        phone: 10,
        is_phone_verified: true,
        address: ("34 Saltspray Lane", "Vancouver", "V6B 2W9"),
        paper: Paper::Bc("9900000305", "valid", None),
        health: Some(Health {
            conditions: &["High blood pressure", "High cholesterol", "Hypothyroidism"],
            allergies: &["Penicillin"],
            medications: &["RAMIPRIL", "ATORVASTATIN", "LEVOTHYROXINE"],
        }),
    },
    Patient {
        email: "new@salal.example",
        note: "just registered: no medical information, phone not verified",
        name: ("Tobias", "Fennimore"),
        born: (1991, 11, 3),
        sex: "Male",
        phone: 11,
        is_phone_verified: false,
        address: ("9-880 Cormorant Street", "Victoria", "V8W 1R7"),
        paper: Paper::Bc("9900000312", "pending", None),
        health: None,
    },
    Patient {
        email: "private@salal.example",
        note: "pays privately",
        name: ("Anneliese", "Varga"),
        born: (1979, 2, 27),
        sex: "Female",
        phone: 12,
        is_phone_verified: true,
        address: ("501 Larkspur Road", "Kelowna", "V1Y 4T2"),
        paper: Paper::Private,
        health: Some(Health {
            conditions: &["Asthma"],
            allergies: &[],
            medications: &["SALBUTAMOL HFA"],
        }),
    },
    Patient {
        email: "notcovered@salal.example",
        note: "card found invalid",
        name: ("Desmond", "Achterberg"),
        born: (1984, 7, 19),
        sex: "Male",
        phone: 13,
        is_phone_verified: true,
        address: ("77 Tidewater Crescent", "Nanaimo", "V9S 3C4"),
        paper: Paper::Bc("9900000108", "invalid", None),
        health: Some(Health {
            conditions: &["Diabetes"],
            allergies: &["Sulfa"],
            medications: &["METFORMIN"],
        }),
    },
    Patient {
        email: "pending@salal.example",
        note: "the plan has not answered yet",
        name: ("Rosalind", "Mbeki-Strand"),
        born: (1957, 9, 8),
        sex: "Female",
        phone: 14,
        is_phone_verified: true,
        address: ("12 Foxglove Mews", "Surrey", "V3T 5E6"),
        paper: Paper::Bc("9900000122", "pending", None),
        health: Some(Health {
            conditions: &["Osteoporosis"],
            allergies: &[],
            medications: &["ALENDRONATE"],
        }),
    },
    Patient {
        email: "mismatch@salal.example",
        note: "the card is in another name",
        name: ("Lucian", "Abernethy"),
        born: (1973, 1, 30),
        sex: "Male",
        phone: 15,
        is_phone_verified: true,
        address: ("260 Kestrel Drive", "Burnaby", "V5C 2N3"),
        paper: Paper::Bc("9900000147", "valid", Some("mismatch")),
        health: Some(Health {
            conditions: &["Gout"],
            allergies: &[],
            medications: &["ALLOPURINOL"],
        }),
    },
    Patient {
        email: "birthdate@salal.example",
        note: "the plan has another birthdate",
        name: ("Signe", "Kowalczyk"),
        born: (1988, 12, 24),
        sex: "Female",
        phone: 16,
        is_phone_verified: true,
        address: ("4 Bluffside Walk", "Squamish", "V8B 0H1"),
        paper: Paper::Bc("9900000154", "invalid", Some("Invalid Birthdate")),
        health: Some(Health {
            conditions: &["Depression"],
            allergies: &["Codeine"],
            medications: &["SERTRALINE"],
        }),
    },
    Patient {
        email: "unknown@salal.example",
        note: "the plan does not know the card",
        name: ("Cormac", "Delacroix"),
        born: (1995, 6, 2),
        sex: "Non-binary",
        phone: 17,
        is_phone_verified: false,
        address: ("1809 Trillium Way", "Kamloops", "V2C 6L8"),
        paper: Paper::Bc("9900000115", "invalid", None),
        health: Some(NOTHING),
    },
    Patient {
        email: "alberta@salal.example",
        note: "a card of another province",
        name: ("Philippa", "Osterhaus"),
        born: (1962, 3, 15),
        sex: "Female",
        phone: 18,
        is_phone_verified: true,
        address: ("330 Summit Road", "Nelson", "V1L 2P5"),
        paper: Paper::Province("123456789", "AB"),
        health: Some(Health {
            conditions: &["Hyperthyroidism"],
            allergies: &[],
            medications: &["METHIMAZOLE"],
        }),
    },
    Patient {
        email: "passport@salal.example",
        note: "a visitor with a passport, pays privately",
        name: ("Henrik", "Solberg-Ito"),
        born: (1990, 8, 21),
        sex: "Male",
        phone: 19,
        is_phone_verified: true,
        address: ("16 Marina Row", "Richmond", "V6X 3Z9"),
        paper: Paper::Passport("X0000123", "NO"),
        health: Some(Health {
            conditions: &["Seasonal allergies"],
            allergies: &[],
            medications: &["MONTELUKAST"],
        }),
    },
    Patient {
        email: "many@salal.example",
        note: "many medications and allergies",
        name: ("Eudora", "Winterbourne"),
        born: (1946, 5, 6),
        sex: "Female",
        phone: 20,
        is_phone_verified: true,
        address: ("205-61 Camellia Court", "Victoria", "V8R 3K7"),
        paper: Paper::Bc("9900000337", "valid", None),
        health: Some(Health {
            conditions: &[
                "Atrial fibrillation",
                "Diabetes",
                "Heart disease",
                "High blood pressure",
                "Kidney disease",
            ],
            allergies: &["Penicillin", "Sulfa", "Macrolides"],
            medications: &[
                "APIXABAN",
                "BISOPROLOL",
                "METFORMIN",
                "EMPAGLIFLOZIN",
                "ROSUVASTATIN",
                "FUROSEMIDE",
                "PANTOPRAZOLE",
                "LORAZEPAM",
            ],
        }),
    },
    Patient {
        email: "unproved@salal.example",
        note: "medical information recorded, phone not verified",
        name: ("Leopold", "Tanaka-Reyes"),
        born: (1981, 10, 11),
        sex: "Male",
        phone: 21,
        is_phone_verified: false,
        address: ("58 Hemlock Bend", "Prince George", "V2M 4J1"),
        paper: Paper::Bc("9900000344", "valid", None),
        health: Some(Health {
            conditions: &["Prostate problem"],
            allergies: &[],
            medications: &["TAMSULOSIN CR"],
        }),
    },
];
