// SPDX-License-Identifier: AGPL-3.0-or-later

export * from 'preact/compat';
export { default } from 'preact/compat';
