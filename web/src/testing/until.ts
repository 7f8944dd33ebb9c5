// SPDX-License-Identifier: AGPL-3.0-or-later

import { vi } from 'vitest';

/** How long a test waits for what must come, in ms: a busy machine is no failure. */
export const PATIENCE_MS = 20_000;

/** Waits until `check` throws no more; fake timers go on meanwhile. */
export const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: PATIENCE_MS });
