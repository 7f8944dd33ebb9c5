// SPDX-License-Identifier: AGPL-3.0-or-later

//! The pictures of a person: the face, and the two sides of a health card. They arrive in named form fields,
//! or as plain `files` in that order.

use salal_db::Connection;
use uuid::Uuid;

use super::documents::{self, Pictures};
use crate::api::RawFile;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_reference::uploads::{self, Category, Kept, Kinds};

/// The pictures of a form, as received.
#[derive(Debug, Default)]
pub struct RawImages {
    profile: Option<RawFile>,
    front: Option<RawFile>,
    back: Option<RawFile>,
}

impl RawImages {
    /// Assigns the files of a registration: by field or, if all are named `files`, the face first if this
    /// deployment requires it, then the front and the back of the card.
    pub fn from_files(files: Vec<RawFile>, face_first: bool) -> Result<Self> {
        let mut sorted = Self::default();
        for mut file in files {
            let name = match file.field.as_str() {
                "profileImage" | "profileImageFile" => "profileImage",
                "healthDocument" | "healthDocFile" => "healthDocument",
                "healthDocumentBack" | "healthDocBackFile" => "healthDocumentBack",
                "files" if face_first && sorted.profile.is_none() => "profileImage",
                "files" if sorted.front.is_none() => "healthDocument",
                "files" if sorted.back.is_none() => "healthDocumentBack",
                other => {
                    return Err(Error::malformed(format!(
                        "The form has no field for a file called {other}."
                    )));
                }
            };
            let place = match name {
                "profileImage" => &mut sorted.profile,
                "healthDocument" => &mut sorted.front,
                _ => &mut sorted.back,
            };
            file.field = name.into();
            *place = Some(file);
        }
        Ok(sorted)
    }

    pub fn has_profile(&self) -> bool {
        self.profile.is_some()
    }

    pub fn has_card(&self) -> bool {
        self.front.is_some()
    }

    /// Checks all of them and puts them into their place; before any transaction.
    pub async fn receive(self, ctx: &Context) -> Result<PersonImages> {
        let [profile, front, back] = uploads::receive_each(
            ctx,
            [
                (self.profile, Kinds::IMAGES),
                (self.front, Kinds::IMAGES_AND_PDF),
                (self.back, Kinds::IMAGES_AND_PDF),
            ],
        )
        .await?;
        Ok(PersonImages {
            profile,
            front,
            back,
        })
    }
}

/// The checked pictures of a person, in their place and without rows.
#[derive(Debug, Default)]
pub struct PersonImages {
    profile: Option<Kept>,
    front: Option<Kept>,
    back: Option<Kept>,
}

/// Takes the pictures of a person just stored with `create`, in the same transaction. Without a health
/// document (private pay) there is no card they could belong to.
pub async fn take_images(
    tx: &Connection,
    ctx: &Context,
    person: Uuid,
    images: PersonImages,
) -> Result<()> {
    if let Some(face) = images.profile {
        uploads::take(tx, ctx, face, Category::ProfileImage, person, person).await?;
    }
    if images.front.is_none() && images.back.is_none() {
        return Ok(());
    }
    let pictures = take_sides(tx, ctx, person, images.front, images.back).await?;
    documents::hang(tx, person, pictures).await
}

/// Takes the two sides of a card.
pub(super) async fn take_sides(
    tx: &Connection,
    ctx: &Context,
    person: Uuid,
    front: Option<Kept>,
    back: Option<Kept>,
) -> Result<Pictures> {
    let mut pictures = Pictures::default();
    if let Some(front) = front {
        let category = Category::HealthDocumentFront;
        pictures.front = Some(uploads::take(tx, ctx, front, category, person, person).await?);
    }
    if let Some(back) = back {
        let category = Category::HealthDocumentBack;
        pictures.back = Some(uploads::take(tx, ctx, back, category, person, person).await?);
    }
    Ok(pictures)
}
