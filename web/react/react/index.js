// SPDX-License-Identifier: AGPL-3.0-or-later

// What the app and its libraries mean by "react": Preact's edition of it, and what that lacks.
import React, { createElement } from 'preact/compat';

export * from 'preact/compat';

/** Keeps what is inside and hides it. React does so without an element of its own. */
export function Activity({ mode, children }) {
  return createElement('div', { style: { display: mode === 'hidden' ? 'none' : 'contents' } }, children);
}

export default { ...React, Activity };
