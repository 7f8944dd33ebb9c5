// SPDX-License-Identifier: AGPL-3.0-or-later

/** What the palette keeps on the account. */
import { api } from '../../api/client';
import type { Preferences } from '../../api/generated/schema';

/** Whatever becomes of it: the choice holds on this device, and the account learns of it when it can. */
export function keepPreferences({ theme, shortcuts }: Preferences): void {
  api('put', '/api/user/preferences', { body: { theme, shortcuts } }).catch(() => undefined);
}
