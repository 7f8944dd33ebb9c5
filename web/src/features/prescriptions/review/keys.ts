// SPDX-License-Identifier: AGPL-3.0-or-later

/** The keys of the review in words; what they do is in ReviewBoard. */
import type { ShortcutAction } from '../../../ui/keyboard/useShortcuts';

export const REVIEW_SHORTCUTS: readonly ShortcutAction[] = [
  { keys: ['j', 'k'], does: 'next / previous line' },
  { keys: ['a'], does: 'approve line' },
  { keys: ['r'], does: 'reject line' },
  { keys: ['u'], does: 'undo decision' },
  { keys: ['e'], does: 'edit line' },
  { keys: ['Esc'], does: 'cancel editing' },
  { keys: ['h'], does: 'change history' },
  { keys: ['m'], does: 'open or fold safety marks' },
  { keys: ['v'], does: 'next view' },
  { keys: ['[', ']'], does: 'previous / next prescription' },
  { keys: ['p'], does: 'open Prescription' },
];
