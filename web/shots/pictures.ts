// SPDX-License-Identifier: AGPL-3.0-or-later

// Which pictures there are, what they are called, and which drawing each page should look like.
import { resolve } from 'node:path';

/** Where the pictures go. */
export const SHOTS = resolve(process.env['SHOTS'] ?? '../target/shots');

/** The drawings, where somebody has them. */
export const TARGETS = process.env['SHOTS_TARGETS'];

export const WIDTHS: readonly number[] = (process.env['SHOTS_WIDTHS'] ?? '1440,390').split(',').map(Number);

export const THEMES = (process.env['SHOTS_THEMES'] ?? 'light,dark').split(',') as ('light' | 'dark')[];

/** Whose pages: all, or those that are named with commas between them. */
export function isWanted(visitor: string): boolean {
  const wanted = process.env['SHOTS_BY'];
  return wanted === undefined || wanted.split(',').includes(visitor);
}

/** Which addresses: all, or those that a regular expression finds. */
export function isAsked(path: string): boolean {
  return new RegExp(process.env['SHOTS_OF'] ?? '').test(path);
}

/** The page's part of a picture's name: the address without its ids. */
export function pageName(path: string): string {
  const words = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{24,}/g, 'one').match(/[a-zA-Z0-9]+/g);
  return words?.join('-') ?? 'home';
}

/** The drawings of a page, by who opens it and the page's part of its name; "any" is for everybody. */
export const DRAWINGS: Readonly<Record<string, readonly string[]>> = {
  'public home': ['01-landing-full', '01-landing-mobile'],
  'public login': ['02-signin', '26-signin-passkey-390'],
  'public registration': ['03-register-personal'],
  'patient dashboard': ['04-dashboard', '25-partial-dashboard', '25-partial-dashboard-390'],
  'patient request-prescription-form': ['05-request-search', '05-request-mobile'],
  'patient request-prescription-medicalinfo': ['05-request-agreement', '05-request-mobile-review'],
  'patient prescription-one': ['07-prescription-detail', '25-partial-detail', '25-partial-detail-390'],
  'patient messages': ['12-messages-mobile'],
  'patient profile': ['26-security', '27-notifications', '26-security-390'],
  'doctor dashboard': ['20-today', '20-today-390'],
  'doctor queue': ['22-queue-390'],
  'doctor insight': ['21-insight', '21-insight-390'],
  'admin insight': ['21-insight', '21-insight-390'],
  'doctor patients': ['22-patients-390'],
  'doctor patient-one': ['08-doctor-patient', '23-review-line', '23-review-line-390'],
  'doctor messaging': ['10-inbox'],
  'admin manage-data': ['11-manage-data'],
  'admin medication-filter': ['11-medication-filter'],
  'admin remittance': ['13-remittance'],
  'any states': ['28-states'],
};

const isPart = ['SHOTS_BY', 'SHOTS_OF', 'SHOTS_WIDTHS', 'SHOTS_THEMES'].some((name) => process.env[name]);

/** Where the pictures of README.md go, when all pictures are asked for. */
export const README_PICTURES = isPart ? undefined : resolve(process.env['SHOTS_README'] ?? '../docs');
