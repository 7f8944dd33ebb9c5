// SPDX-License-Identifier: AGPL-3.0-or-later

/** The keys at the foot of the patient page; what they do is in its parts. */
import type { Shortcut } from '../../ui/keyboard/ShortcutHints';

export const patientShortcuts: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: 'line' },
  { keys: ['a'], does: 'approve' },
  { keys: ['r'], does: 'reject' },
  { keys: ['u'], does: 'undo' },
  { keys: ['e'], does: 'edit' },
  { keys: ['h'], does: 'history' },
  { keys: ['m'], does: 'marks' },
  { keys: ['v'], does: 'view' },
  { keys: ['b'], does: 'beside' },
  { keys: ['n'], does: 'note' },
  { keys: ['p'], does: 'prescription' },
  { keys: ['?'], does: 'all' },
];
