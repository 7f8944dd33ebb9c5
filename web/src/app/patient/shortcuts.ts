/** The keys of the patient page in words (look.md 7); what they do is in the screens. */
import type { Shortcut } from '../../ui/keyboard/ShortcutsDialog';

export const shortcuts: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: 'next / previous line' },
  { keys: ['a'], does: 'approve line' },
  { keys: ['r'], does: 'reject line' },
  { keys: ['u'], does: 'undo decision' },
  { keys: ['e'], does: 'edit line' },
  { keys: ['Esc'], does: 'cancel editing' },
  { keys: ['h'], does: 'change history' },
  { keys: ['v'], does: 'next view' },
  { keys: ['[', ']'], does: 'previous / next prescription' },
  { keys: ['p'], does: 'open Prescription' },
  { keys: ['1', '2', '3'], does: 'open a section' },
  { keys: ['Ctrl', 'Enter'], does: 'fax, in the dialog' },
  { keys: ['/'], does: 'patient search' },
  { keys: ['o', 'Enter'], does: 'open patient or message, in lists' },
  { keys: ['?'], does: 'this list' },
];

/** The ones at the foot of the page. */
export const hints: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: 'line' },
  { keys: ['a'], does: 'approve' },
  { keys: ['r'], does: 'reject' },
  { keys: ['u'], does: 'undo' },
  { keys: ['e'], does: 'edit' },
  { keys: ['h'], does: 'history' },
  { keys: ['v'], does: 'view' },
  { keys: ['p'], does: 'prescription' },
  { keys: ['?'], does: 'all' },
];
