// SPDX-License-Identifier: AGPL-3.0-or-later

/** What a message says of the request that it tells of while that is still work: in its row, and when it is put away. */
import type { MessageRow, Work } from '../../../api/generated/schema';

/** Putting a message away does nothing to its request; null where there is none, or it is dealt with. */
export function archivedText({ label, work }: Pick<MessageRow, 'label' | 'work'>): string | null {
  if (!label || !work) return null;
  return `Archived. ${label} stays in the review queue until it is done.`;
}

/** Of a request that looks finished: what the row says is left to do about it. */
const LEFT: Partial<Record<Work, { code: string; text: string }>> = {
  fax: { code: 'FAX_FAILED', text: 'Failed fax' },
  refund: { code: 'REJECTED', text: 'To refund' },
};

export function leftToDo({ work }: Pick<MessageRow, 'work'>): { code: string; text: string } | null {
  return (work && LEFT[work]) ?? null;
}
