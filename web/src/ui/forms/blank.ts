// SPDX-License-Identifier: AGPL-3.0-or-later

// Whether a field holds nothing that anybody sees: white space, soft hyphens, joiners and the like.
const UNSEEN = /^[\s\p{DI}\u2800]*$/u;

export const isBlank = (text: string): boolean => UNSEEN.test(text);
