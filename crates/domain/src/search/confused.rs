// SPDX-License-Identifier: AGPL-3.0-or-later

//! Names that are easily confused: never suggested for each other (reference safety-marks.md section 5, from
//! the FDA and ISMP lists of look-alike names). Not here: the similarity of two words.

/// Groups of names; each name of a group is confused with the others.
pub(super) const GROUPS: &[&[&str]] = &[
    &["acetazolamide", "acetohexamide"],
    &["alprazolam", "lorazepam", "clonazepam", "clonidine"],
    &["amlodipine", "amiloride"],
    &["aripiprazole", "rabeprazole"],
    &["azathioprine", "azacitidine"],
    &["bupropion", "buspirone"],
    &["carbamazepine", "oxcarbazepine"],
    &["celebrex", "celexa"],
    &["chlorpromazine", "chlorpropamide"],
    &["clomiphene", "clomipramine"],
    &["cyclosporine", "cycloserine"],
    &["dimenhydrinate", "diphenhydramine"],
    &["escitalopram", "citalopram"],
    &["fluoxetine", "duloxetine", "paroxetine", "fluvoxamine"],
    &["glipizide", "glyburide"],
    &["guanfacine", "guaifenesin"],
    &["hydralazine", "hydroxyzine", "hydromorphone"],
    &["hydrochlorothiazide", "hydroxychloroquine"],
    &["lamotrigine", "lamivudine", "lamisil"],
    &["levothyroxine", "levetiracetam"],
    &[
        "medroxyprogesterone",
        "methylprednisolone",
        "methyltestosterone",
    ],
    &["metformin", "metronidazole"],
    &["metoprolol", "misoprostol", "bisoprolol"],
    &["nexium", "nexavar"],
    &["nicardipine", "nifedipine", "nimodipine"],
    &["pantoprazole", "lansoprazole"],
    &["penicillamine", "penicillin"],
    &["prednisone", "prednisolone"],
    &["prilosec", "prozac"],
    &["quetiapine", "olanzapine"],
    &["quinine", "quinidine"],
    &["ramipril", "lamisil"],
    &["risperidone", "ropinirole"],
    &["seroquel", "sinequan"],
    &["sertraline", "terbutaline"],
    &["sitagliptin", "sumatriptan", "zolmitriptan"],
    &["tiagabine", "tizanidine"],
    &["tolazamide", "tolbutamide"],
    &["tramadol", "trazodone"],
    &["valacyclovir", "valganciclovir"],
    &["diovan", "imovane", "diprivan"],
    &["zyprexa", "zyrtec"],
];

/// Whether two names are easily confused.
pub(super) fn are_confused(one: &str, other: &str) -> bool {
    one != other
        && GROUPS
            .iter()
            .any(|group| group.contains(&one) && group.contains(&other))
}

/// All names of the table; some twice.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|group| group.iter().copied())
}
