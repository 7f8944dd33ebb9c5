// SPDX-License-Identifier: AGPL-3.0-or-later

// The system's Chromium. Without a window's parts it takes half of the time; the whole one does as well.
import { existsSync } from 'node:fs';

const SHELL = '/usr/bin/chromium-headless-shell';

export const BROWSER = process.env['SALAL_CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');
