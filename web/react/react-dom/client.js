// SPDX-License-Identifier: AGPL-3.0-or-later

export * from 'preact/compat/client';
export { default } from 'preact/compat/client';
