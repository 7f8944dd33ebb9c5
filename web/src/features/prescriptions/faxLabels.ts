// SPDX-License-Identifier: AGPL-3.0-or-later

/** How the staff's badge reads while a fax is work, beside the status of a request. */
import type { FaxView } from '../../api/generated/schema';

/**
 * Undefined is the badge's own word, for one that failed or may have. Otherwise it was delivered and
 * another machine answered, or it is its cancellation that did not arrive.
 */
export function faxText(state: FaxView['state'] | null): string | undefined {
  return state === 'failed' || state === 'unknown' ? undefined : 'Fax to check';
}
