// SPDX-License-Identifier: AGPL-3.0-or-later

// What would be lost by an import or a build that stopped, in words.
import type { ImportView } from '../../api/generated/schema';
import { formatCount } from './progress';

type Loss = ImportView['silent'][number];

/** What the notice is about; numbers first, since prescriptions go to them. */
export function lossTitle({ kind, silent }: Pick<ImportView, 'kind' | 'silent'>): string {
  if (silent.some((one) => one.kind === 'numbers')) {
    return silent.length > 1
      ? 'Fax numbers that would change, and entries that are not in the file'
      : 'Fax numbers that would change: prescriptions go to them';
  }
  return kind === 'import'
    ? 'Entries that are not in the file'
    : 'Rules that would match nothing, or far fewer drugs';
}

/** One rule or list: how much of it is left, what went before, and some names. */
export function lossText(fall: Loss, isBuild: boolean): string {
  const { matched, now = 0, earlier = 0, examples } = fall;
  const lost = matched - now;
  const isNumbers = fall.kind === 'numbers';
  const told = isNumbers
    ? `${formatCount(lost)} of ${formatCount(matched)} would change`
    : `${formatCount(matched)} ${isBuild ? 'drugs' : 'entries'} before, ${formatCount(now)} after`;
  const some = examples.length === 0 ? '' : `${isNumbers ? ', such as' : ', losing'} ${examples.join(', ')}`;
  const before = earlier === 0 ? '' : `; ${formatCount(earlier)} of them in the last 30 days already`;
  return told + some + before;
}
