// SPDX-License-Identifier: AGPL-3.0-or-later

//! A strength as a comparable number: 25 mcg is 0.025 mg, 0.1 % is 1 mg/g, 125 mg/5 mL is 25 mg/mL. Not here:
//! formatting (`prescriptions::wording`).

use salal_formats::drug_database::Ingredient;

/// The kind of a strength's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Milligrams.
    Mass,
    /// Units of activity.
    Activity,
    Percent,
    /// Anything else, compared by number alone.
    Other,
}

/// An amount, in total or per millilitres or grams.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The number as written, in its own unit.
    pub(super) written: f64,
    /// In milligrams if it is a mass.
    pub(super) value: f64,
    pub(super) unit: Unit,
    /// The 5 of `125 mg/5 mL`.
    pub(super) per: Option<f64>,
}

impl Strength {
    /// The strength of an ingredient of the register; `None` if its text is not a number.
    pub fn of(ingredient: &Ingredient) -> Option<Self> {
        let written: f64 = ingredient.strength.replace(',', "").trim().parse().ok()?;
        let (factor, unit) =
            unit_of(&ingredient.strength_unit.trim().to_lowercase()).unwrap_or((1.0, Unit::Other));
        let amount = match ingredient.dosage_value.replace(',', "").trim() {
            "" => 1.0,
            text => text.parse().ok().filter(|number| *number > 0.0)?,
        };
        let per = match ingredient.dosage_unit.trim().to_lowercase().as_str() {
            "ml" | "g" => Some(amount),
            "l" | "kg" => Some(amount * 1000.0),
            _ => None,
        };
        Some(Self {
            written,
            value: written * factor,
            unit,
            per,
        })
    }

    /// Whether the typed strength means this one.
    pub(super) fn meets(&self, typed: &Self) -> bool {
        match (typed.unit, self.unit) {
            (Unit::Other, _) => self.is_number(typed.written),
            (Unit::Percent, Unit::Percent) => close(typed.value, self.value),
            // 1 % is 10 mg in a millilitre or a gram.
            (Unit::Percent, Unit::Mass) => self
                .per
                .is_some_and(|per| close(typed.value * 10.0, self.value / per)),
            (Unit::Mass, Unit::Percent) => typed
                .per
                .is_some_and(|per| close(typed.value / per, self.value * 10.0)),
            (one, other) if one == other => match (typed.per, self.per) {
                (Some(typed_per), Some(per)) => close(typed.value / typed_per, self.value / per),
                (Some(_), None) => false,
                (None, _) => close(typed.value, self.value),
            },
            _ => false,
        }
    }

    /// Whether it is an amount in a volume or a weight, or a percentage.
    pub(super) fn is_dilute(&self) -> bool {
        self.per.is_some() || self.unit == Unit::Percent
    }

    pub(super) fn is_per_cent(&self) -> bool {
        self.unit == Unit::Percent
    }

    /// Whether a number without a unit may mean this strength: as written in the register, in milligrams or
    /// in micrograms.
    pub(super) fn is_number(&self, number: f64) -> bool {
        close(number, self.written)
            || (self.unit == Unit::Mass
                && (close(number, self.value) || close(number, self.value * 1000.0)))
    }
}

/// The factor to milligrams and the kind of a lower-case unit name.
pub(super) fn unit_of(name: &str) -> Option<(f64, Unit)> {
    Some(match name {
        "mg" | "mgs" | "milligram" | "milligrams" => (1.0, Unit::Mass),
        "mcg" | "mcgs" | "ug" | "μg" | "microgram" | "micrograms" => (0.001, Unit::Mass),
        "g" | "gm" | "gms" | "gram" | "grams" => (1000.0, Unit::Mass),
        "ng" | "nanogram" => (0.000_001, Unit::Mass),
        "kg" => (1_000_000.0, Unit::Mass),
        "unit" | "units" | "iu" | "u" | "ui" => (1.0, Unit::Activity),
        "%" | "percent" => (1.0, Unit::Percent),
        "meq" | "mmol" | "mmole" | "ml" => (1.0, Unit::Other),
        _ => return None,
    })
}

/// Equal except for rounding errors.
pub(super) fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-6 * one.abs().max(other.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn register(strength: &str, unit: &str, value: &str, per: &str) -> Strength {
        Strength::of(&Ingredient {
            ingredient_name: String::new(),
            strength: strength.into(),
            strength_unit: unit.into(),
            dosage_value: value.into(),
            dosage_unit: per.into(),
        })
        .unwrap()
    }

    fn typed(written: f64, unit: &str, per: Option<f64>) -> Strength {
        let (factor, unit) = unit_of(unit).unwrap();
        Strength {
            written,
            value: written * factor,
            unit,
            per,
        }
    }

    #[test]
    fn strengths_meet_across_units() {
        let synthroid = register(".025", "MG", "", "");
        assert!(synthroid.meets(&typed(25.0, "mcg", None)));
        assert!(!synthroid.meets(&typed(25.0, "mg", None)));
        assert!(synthroid.is_number(25.0) && synthroid.is_number(0.025));
        assert!(register("1,250", "MG", "", "").meets(&typed(1.25, "g", None)));
        let syrup = register("125", "MG", "5", "ML");
        assert!(syrup.meets(&typed(25.0, "mg", Some(1.0))));
        assert!(syrup.meets(&typed(125.0, "mg", None)));
        assert!(!syrup.meets(&typed(125.0, "mg", Some(1.0))));
        let cream = register("1", "MG", "", "G");
        assert!(cream.meets(&typed(0.1, "%", None)));
        assert!(register("0.1", "%", "", "").meets(&typed(1.0, "mg", Some(1.0))));
        assert!(register("100", "UNIT", "", "ML").meets(&typed(100.0, "units", Some(1.0))));
        assert!(!register("10", "MG", "", "").meets(&typed(10.0, "%", None)));
    }
}
