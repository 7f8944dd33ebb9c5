// SPDX-License-Identifier: AGPL-3.0-or-later

import { options } from 'preact';

export { renderToString, renderToStaticMarkup } from 'preact/compat/server';

// `use` looks for a context where the browser's drawing keeps it; what draws words keeps it elsewhere.
const { __r: render } = options;
options.__r = (vnode) => {
  vnode.__c.__n ??= vnode.__c.context;
  render?.(vnode);
};
