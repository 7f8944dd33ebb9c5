// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A medication that is being added to a request: chosen, but not yet in it. It is kept in the draft's
 * `step`, which the server keeps unread, so that a reload brings it back. Pure. A draft that another
 * version of this app kept may hold anything: what cannot be read is nothing.
 */
import type { Usage } from '../../api/generated/schema';
import { emptyUsage } from './usage';

export interface Addition {
  /** As the register spells it. */
  readonly name: string;
  /** The entry that was chosen, or that fits what was typed. */
  readonly drugId: string | null;
  readonly usage: Usage;
}

const ADDING = 'add:';

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

const words = (value: unknown) => (typeof value === 'string' ? value : null);

function keptIn(step: string | null): Fields {
  if (!step?.startsWith(ADDING)) return {};
  try {
    return fieldsOf(JSON.parse(step.slice(ADDING.length)));
  } catch {
    return {};
  }
}

function usageOf(kept: Fields): Usage {
  const start = emptyUsage();
  return {
    quantity: words(kept['quantity']) ?? start.quantity,
    quantityOther: words(kept['quantityOther']),
    frequency: words(kept['frequency']) ?? start.frequency,
    frequencyOther: words(kept['frequencyOther']),
    asNeeded: kept['asNeeded'] === true,
    duration: words(kept['duration']) ?? start.duration,
    durationOther: words(kept['durationOther']),
    // An emptied field is no number, which JSON writes as null.
    repeat: typeof kept['repeat'] === 'number' ? kept['repeat'] : Number.NaN,
    textLine: words(kept['textLine']),
    ...(words(kept['site']) === null ? {} : { site: words(kept['site']) }),
  };
}

/** What is being added according to the draft. */
export function additionIn(step: string | null): Addition | null {
  const kept = keptIn(step);
  const name = words(kept['name']);
  if (name === null) return null;
  return { name, drugId: words(kept['drugId']), usage: usageOf(fieldsOf(kept['usage'])) };
}

/** Where the draft was besides: a renewal stays one while something is added to it. */
export function stepBesides(step: string | null): string | null {
  return step?.startsWith(ADDING) ? words(keptIn(step)['besides']) : step;
}

/** The draft's step with this addition, or without one. */
export function withAddition(step: string | null, addition: Addition | null): string | null {
  const besides = stepBesides(step);
  return addition === null ? besides : ADDING + JSON.stringify({ ...addition, besides });
}
