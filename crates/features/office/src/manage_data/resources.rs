// SPDX-License-Identifier: AGPL-3.0-or-later

//! Resources that can be imported and displayed: the register's files, the lists, and the drugs built from
//! them.

use salal_formats::drug_database::Role;

use crate::context::Context;

/// A kind of reference data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Resource {
    /// One of the register's files.
    Register(Role),
    /// All files of the register at once, as published.
    WholeRegister,
    List(List),
    /// Built from the register's resources.
    Drugs,
}

/// A list that takes effect when it is activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum List {
    Filters,
    Pharmacies,
    Diagnoses,
    Fees,
    ExplanatoryCodes,
    AdjustmentCodes,
    SleepClinics,
    LabDefinitions,
}

use List::{
    AdjustmentCodes, Diagnoses, ExplanatoryCodes, Fees, Filters, LabDefinitions, Pharmacies,
    SleepClinics,
};
use Resource::{Drugs, Register, WholeRegister};

/// Every resource with its code and its label; the first seven are the contract's import resources.
const ALL: &[(Resource, &str, &str)] = &[
    (
        Register(Role::Ingredient),
        "ingredient",
        "Active Ingredient",
    ),
    (Register(Role::Form), "form", "Dosage Form"),
    (Register(Role::Product), "product", "Drug Product"),
    (Register(Role::Status), "status", "Product Status"),
    (Register(Role::Route), "route", "Route of Administration"),
    (Register(Role::Class), "class", "Therapeutic Class"),
    (Resource::List(Filters), "filter", "Medication Filter"),
    (Drugs, "drugs", "Drugs"),
    (
        WholeRegister,
        "register",
        "Drug Product Database (all files)",
    ),
    (Register(Role::Company), "company", "Company"),
    (Register(Role::Schedule), "schedule", "Schedule"),
    (Resource::List(Pharmacies), "pharmacy", "Pharmacies"),
    (Resource::List(Diagnoses), "diagnosis", "Diagnosis Codes"),
    (Resource::List(Fees), "fee", "MSP Fee Items"),
    (
        Resource::List(ExplanatoryCodes),
        "explanatory",
        "Explanatory Codes",
    ),
    (
        Resource::List(AdjustmentCodes),
        "adjustment",
        "Adjustment Codes",
    ),
    (
        Resource::List(SleepClinics),
        "sleep-clinic",
        "Sleep Clinics",
    ),
    (
        Resource::List(LabDefinitions),
        "lab-definition",
        "Lab Definitions",
    ),
];

/// A build joins these; without one of them, everything it contains would be lost.
pub(super) const NEEDED: [Role; 7] = [
    Role::Product,
    Role::Ingredient,
    Role::Form,
    Role::Route,
    Role::Class,
    Role::Status,
    // The strictest rule depends on it (decision 156).
    Role::Schedule,
];

/// The register's own name of a resource's file, before the set.
pub(super) const fn file_of(role: Role) -> &'static str {
    match role {
        Role::Product => "drug",
        Role::Ingredient => "ingred",
        Role::Form => "form",
        Role::Route => "route",
        Role::Class => "ther",
        Role::Status => "status",
        Role::Company => "comp",
        Role::Schedule => "schedule",
    }
}

/// The web API's name of a resource, used as the file name of its saved response.
pub(super) const fn answer_of(role: Role) -> &'static str {
    match role {
        Role::Product => "drugproduct",
        Role::Ingredient => "activeingredient",
        Role::Form => "form",
        Role::Route => "route",
        Role::Class => "therapeuticclass",
        Role::Status => "status",
        Role::Company => "company",
        Role::Schedule => "schedule",
    }
}

impl Resource {
    /// By code or label, ignoring case.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let name = name.trim();
        ALL.iter()
            .find(|(_, code, label)| {
                code.eq_ignore_ascii_case(name) || label.eq_ignore_ascii_case(name)
            })
            .map(|(resource, ..)| *resource)
    }

    fn entry(self) -> &'static (Self, &'static str, &'static str) {
        ALL.iter()
            .find(|(resource, ..)| *resource == self)
            .expect("every resource is in the list")
    }

    pub(super) fn code(self) -> &'static str {
        self.entry().1
    }

    pub(super) fn label(self) -> &'static str {
        self.entry().2
    }

    /// The plan's lists exist only with billing.
    pub(super) fn is_there(self, ctx: &Context) -> bool {
        let of_the_plan = matches!(
            self,
            Resource::List(Diagnoses | Fees | ExplanatoryCodes | AdjustmentCodes)
        );
        !of_the_plan || ctx.settings.features.billing
    }

    /// The resources that can be imported, in display order.
    pub(super) fn importable() -> impl Iterator<Item = Self> {
        Self::all().filter(|resource| *resource != Drugs)
    }

    /// The resources that can be displayed, in display order.
    pub(super) fn displayable() -> impl Iterator<Item = Self> {
        Self::all().filter(|resource| *resource != WholeRegister)
    }

    fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|(resource, ..)| *resource)
    }
}

/// The label of a stored code.
pub(super) fn label_of(code: &str) -> &str {
    match Resource::from_name(code) {
        Some(resource) => resource.label(),
        None => code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_resource_has_one_place_and_is_found_by_code_and_label() {
        for (resource, code, label) in ALL {
            assert_eq!(Resource::from_name(code), Some(*resource));
            assert_eq!(Resource::from_name(&label.to_uppercase()), Some(*resource));
        }
        assert_eq!(Resource::from_name("Veterinary"), None);
        for role in Role::ALL {
            assert!(!Register(role).code().is_empty());
        }
    }
}
