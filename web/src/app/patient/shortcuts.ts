// SPDX-License-Identifier: AGPL-3.0-or-later

/** The keys at the foot of the patient page; what they do is in its parts. */
import type { Shortcut } from '../../ui/keyboard/ShortcutHints';

export const patientShortcuts: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: 'line' },
  { keys: ['a'], does: 'approve' },
  { keys: ['r'], does: 'reject' },
  { keys: ['u'], does: 'undo' },
  { keys: ['e'], does: 'edit' },
  { keys: ['m'], does: 'marks' },
  { keys: ['b'], does: 'beside' },
  { keys: ['n'], does: 'note' },
  { keys: ['p'], does: 'prescription' },
  // Where the bar is short these go first.
  { keys: ['h'], does: 'history' },
  { keys: ['v'], does: 'view' },
];
