// SPDX-License-Identifier: AGPL-3.0-or-later

// The settings that the server wrote into the page itself, so that the first screen need not ask for
// them. Absent where the server did not serve the page (development, tests).
import type { PublicSettings } from './generated/schema';

export function documentSettings(): PublicSettings | null {
  const text = document.getElementById('settings')?.textContent;
  if (text === undefined || text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    // Not filled in: the page came from another server than ours.
    return null;
  }
}
