// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a line would say, and why it could not be signed, while somebody edits it: asked of the server, so
 * that the words on the screen are those that refuse, and kept to what is being edited and not what was saved.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { hashKey, useQuery } from '@tanstack/react-query';

import type { DirectionsView, MedicationView } from '../../../api/generated/schema';
import { lineDirections, type EditedLine } from './queries';

/** Long enough not to ask at every letter, short enough to be read while typing. */
const WAIT_MS = 250;

/** The answer to exactly what is on the screen; null while it is asked for. */
export function useDirections(line: MedicationView, edited: EditedLine): DirectionsView | null {
  const asked = lineDirections(line, edited);
  const now = hashKey(asked.queryKey);
  const [settled] = useDebouncedValue(now, WAIT_MS);
  const answer = useQuery({
    ...asked,
    enabled: settled === now,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return settled === now && answer.data !== undefined ? answer.data : null;
}
