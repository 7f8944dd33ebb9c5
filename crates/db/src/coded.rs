// SPDX-License-Identifier: AGPL-3.0-or-later

//! A text column that holds the word of an enum: the row carries the enum, and a word that is not on its list
//! is an error of the database that names the column and the word.

use std::fmt::Display;
use std::ops::Deref;
use std::str::FromStr;

use sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
use sea_orm::{ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryGetError, TryGetable};
use sea_orm::{TryFromU64, Value};
use serde::{Deserialize, Deserializer};

/// The value of a column, stored as its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Coded<T>(pub T);

impl<T> Deref for Coded<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for Coded<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Into<&'static str>> From<Coded<T>> for Value {
    fn from(coded: Coded<T>) -> Self {
        let word: &'static str = coded.0.into();
        Self::from(word)
    }
}

impl<T: FromStr<Err: Display>> TryGetable for Coded<T> {
    fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Self, TryGetError> {
        let word = String::try_get_by(row, column)?;
        word.parse().map(Self).map_err(|error: T::Err| {
            TryGetError::DbErr(DbErr::Type(format!("column {column:?}: {error}")))
        })
    }
}

impl<T: FromStr> ValueType for Coded<T> {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        let word = <String as ValueType>::try_from(value)?;
        word.parse().map(Self).map_err(|_| ValueTypeErr)
    }

    fn type_name() -> String {
        "Coded".to_owned()
    }

    fn array_type() -> ArrayType {
        ArrayType::String
    }

    fn column_type() -> ColumnType {
        ColumnType::Text
    }
}

impl<T> Nullable for Coded<T> {
    fn null() -> Value {
        Value::String(None)
    }
}

impl<T: Into<&'static str>> IntoActiveValue<Self> for Coded<T> {
    fn into_active_value(self) -> ActiveValue<Self> {
        ActiveValue::Set(self)
    }
}

/// A primary key may be a word; none is a number.
impl<T> TryFromU64 for Coded<T> {
    fn try_from_u64(_: u64) -> Result<Self, DbErr> {
        Err(DbErr::ConvertFromU64("Coded"))
    }
}

/// Rows of a joint read are JSON on `PostgreSQL`.
impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Coded<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        word.parse().map(Self).map_err(serde::de::Error::custom)
    }
}
