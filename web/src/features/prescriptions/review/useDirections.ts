// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a line would say, and why it could not be signed, while somebody edits it: asked of the server, so
 * that the words on the screen are those that refuse, and kept to what is being edited and not what was saved.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { call } from '../../../api/client';
import type { DirectionsView, Ingredient, MedicationView, Usage } from '../../../api/types';
import { isBlank } from '../../../ui/forms/blank';
import { typedTotal } from './lines';

/** Long enough not to ask at every letter, short enough to be read while typing. */
const WAIT_MS = 250;

type Drug = Pick<MedicationView, 'name' | 'ingredients' | 'administrations' | 'formulations'>;

type Edited = { drug: Drug; usage: Usage; total: string; supplyReason: string };

/** The answer to exactly what is on the screen; null while it is asked for. */
export function useDirections(line: MedicationView, edited: Edited): DirectionsView | null {
  const text = JSON.stringify(directionsRequest(line, edited));
  const [settled] = useDebouncedValue(text, WAIT_MS);
  const answer = useQuery({
    queryKey: ['directions', settled],
    queryFn: ({ signal }) =>
      call<DirectionsView>('POST', '/prescription/medication/directions', JSON.parse(settled), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return settled === text && answer.data !== undefined ? answer.data : null;
}

type DirectionsRequest = Omit<Drug, 'ingredients'> & {
  ingredients: Ingredient[];
  usage: Usage;
  toDispense: string | null;
  supplyReason: string | null;
  before: (Omit<Drug, 'administrations'> & { usage: Usage; toDispense: string }) | null;
};

function directionsRequest(
  line: MedicationView,
  { drug, usage, total, supplyReason }: Edited,
): DirectionsRequest {
  const earlier = line.usages.at(-1);
  const typed = typedTotal(line);
  return {
    name: drug.name,
    ingredients: drug.ingredients,
    formulations: drug.formulations,
    administrations: drug.administrations,
    usage,
    toDispense: total.trim() || null,
    supplyReason: isBlank(supplyReason) ? null : supplyReason.trim(),
    before:
      typed === '' || earlier === undefined
        ? null
        : {
            name: line.name,
            ingredients: line.ingredients,
            formulations: line.formulations,
            usage: earlier,
            toDispense: typed,
          },
  };
}
