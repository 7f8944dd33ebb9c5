// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How the reason of a line is kept over the end of a session: while it is typed, and while its decision is on the way,
 * for its dialog does not wait for the answer. The line tells it from any other, wherever that is shown.
 */
import type { MedicationView } from '../../../api/generated/schema';

export function reasonForm(line: MedicationView, decision: 'Approved' | 'Rejected') {
  const given = line.status === decision ? line.reason : null;
  return {
    name: `${decision} ${line._id}`,
    isAnywhere: true,
    stored: { code: given?.code ?? null, text: given?.text ?? '' },
  };
}
