// SPDX-License-Identifier: AGPL-3.0-or-later

export { renderToString, renderToStaticMarkup } from 'preact/compat/server';
