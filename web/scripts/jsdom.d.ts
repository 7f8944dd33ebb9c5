// SPDX-License-Identifier: AGPL-3.0-or-later

// As much of jsdom as firstPaint.ts uses; the package has no types.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string);
    readonly window: { readonly document: Document };
  }
}
