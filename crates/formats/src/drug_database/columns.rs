// SPDX-License-Identifier: AGPL-3.0-or-later

//! The required columns of a file, and their positions: by position in a text extract without column names,
//! by name in one with them and in responses of the web API.

use super::sources::Role;

/// One value to read.
pub(super) struct Cell {
    /// The name in the web API, also used for display.
    pub(super) field: &'static str,
    /// Its position in the extract, and that of its French text.
    pub(super) place: Option<usize>,
    pub(super) french: Option<usize>,
    /// Further names of the column.
    pub(super) names: &'static [&'static str],
    /// Required in a file with named columns.
    pub(super) is_needed: bool,
}

/// The known layout of a resource's files.
pub(super) struct Layout {
    /// Known column counts; any other is refused.
    pub(super) counts: &'static [usize],
    pub(super) cells: &'static [Cell],
}

const fn cell(field: &'static str, place: usize, names: &'static [&'static str]) -> Cell {
    Cell {
        field,
        place: Some(place),
        french: None,
        names,
        is_needed: false,
    }
}

impl Cell {
    const fn french(mut self, place: usize) -> Self {
        self.french = Some(place);
        self
    }

    const fn needed(mut self) -> Self {
        self.is_needed = true;
        self
    }
}

/// Position of the AHFS number, absent since July 2022 when the file has four columns.
pub(super) const AHFS_PLACE: usize = 3;
/// Columns of the therapeutic classes without AHFS numbers.
pub(super) const WITHOUT_AHFS: usize = 4;

const PRODUCT: Layout = Layout {
    counts: &[11, 14],
    cells: &[
        cell("class_name", 2, &["class"]).french(11).needed(),
        cell("drug_identification_number", 3, &["din"]).needed(),
        cell("brand_name", 4, &[]).french(12).needed(),
        cell("descriptor", 5, &[]).french(13),
        cell("number_of_ais", 8, &[]),
        cell("ai_group_no", 10, &[]),
        // The web API has the company in the product; the extract has a separate file.
        Cell {
            place: None,
            ..cell("company_name", 0, &[])
        },
    ],
};

const INGREDIENT: Layout = Layout {
    counts: &[11, 12, 13, 15],
    cells: &[
        cell("ingredient_name", 2, &["ingredient"])
            .french(11)
            .needed(),
        cell("strength", 4, &[]).needed(),
        cell("strength_unit", 5, &[]).french(12).needed(),
        cell("dosage_value", 7, &[]),
        cell("dosage_unit", 9, &[]).french(14),
    ],
};

const FORM: Layout = Layout {
    counts: &[3, 4],
    cells: &[
        cell("pharmaceutical_form_name", 2, &["pharmaceutical_form"])
            .french(3)
            .needed(),
    ],
};

const ROUTE: Layout = Layout {
    counts: &[3, 4],
    cells: &[cell(
        "route_of_administration_name",
        2,
        &["route_of_administration"],
    )
    .french(3)
    .needed()],
};

const CLASS: Layout = Layout {
    counts: &[4, 5, 7],
    cells: &[
        cell("tc_atc_number", 1, &[]).needed(),
        cell("tc_ahfs_number", AHFS_PLACE, &[]),
    ],
};

const STATUS: Layout = Layout {
    counts: &[4, 5, 7],
    cells: &[
        cell("current_status_flag", 1, &[]),
        cell("status", 2, &[]).french(4).needed(),
        cell("history_date", 3, &[]).needed(),
    ],
};

const COMPANY: Layout = Layout {
    counts: &[16, 18],
    cells: &[
        cell("company_name", 3, &[]).needed(),
        cell("company_type", 4, &[]),
    ],
};

const SCHEDULE: Layout = Layout {
    counts: &[2, 3],
    cells: &[cell("schedule_name", 1, &["schedule"]).french(2).needed()],
};

pub(super) const fn layout(role: Role) -> &'static Layout {
    match role {
        Role::Product => &PRODUCT,
        Role::Ingredient => &INGREDIENT,
        Role::Form => &FORM,
        Role::Route => &ROUTE,
        Role::Class => &CLASS,
        Role::Status => &STATUS,
        Role::Company => &COMPANY,
        Role::Schedule => &SCHEDULE,
    }
}
