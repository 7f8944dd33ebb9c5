// SPDX-License-Identifier: AGPL-3.0-or-later

// What the app hands to the messages of other features, because a feature knows no other.
import type { ComponentType } from 'react';

/** Draws a PDF. */
export type PdfDrawing = ComponentType<{ file: Blob | undefined; name: string; firstPage: number }>;

/** Finds a patient to write to. */
export type PatientPicker = ComponentType<{
  onChoose: (person: { readonly id: string; readonly name: string }) => void;
}>;
