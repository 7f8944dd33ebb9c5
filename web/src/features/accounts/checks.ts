// SPDX-License-Identifier: AGPL-3.0-or-later

// How forms are checked before they are sent: a list of what could be wrong, of which the first of each
// field is told.
import { isBlank } from '../../ui/forms/blank';
import type { Fault } from '../../ui/forms/faults';

export interface Check {
  readonly field: string;
  readonly wrong: boolean;
  readonly message: string;
}

export function faultsIn(checks: readonly Check[]): Fault[] {
  // The first thing wrong with a field is enough.
  const seen = new Set<string>();
  return checks.flatMap((check) => {
    if (!check.wrong || seen.has(check.field)) return [];
    seen.add(check.field);
    return [{ field: check.field, message: check.message }];
  });
}

export const isEmptyText = isBlank;

/** Without the blanks and strokes that people write numbers with. */
export const withoutSeparators = (text: string): string => text.replaceAll(/[\s-]/g, '');
