// SPDX-License-Identifier: AGPL-3.0-or-later

// The widths at which a screen is laid out another way, for what a style sheet alone cannot do. In em, as the sheets
// have them once they are built (scripts/textSize.ts): large text gets the layout of a smaller window.

/** A phone: lists are rows of two lines, columns are tabs. Up to 768 px at the usual text size. */
export const PHONE_WIDTH = '(max-width: 48em)';

/** A patient's way around is a bar at the foot: up to 991 px. Wider, it is at the side. */
export const BAR_WIDTH = '(max-width: 61.9375em)';

/** Room for a second column: from 1200 px. */
export const TWO_COLUMNS_WIDTH = '(min-width: 75em)';

/** Room for a preview beside a list: from 1680 px. */
export const PREVIEW_WIDTH = '(min-width: 105em)';
