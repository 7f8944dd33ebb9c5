// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a patient is told in plain words about a medication of the request: the
 * server's sentences, none of which stands in the way of sending.
 */
import { queryOptions } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { call } from '../../api/client';
import type { MarksAnswer, MedicationInput, PlainMark } from '../../api/types';
import css from './RequestMarks.module.css';

/** The sentences of each line, in the order of the lines. */
export function requestMarks(personId: string, medications: readonly MedicationInput[]) {
  return queryOptions({
    queryKey: [
      'request-marks',
      personId,
      medications.map((line) => [line.drugId, line.usages[line.usages.length - 1]]),
    ],
    queryFn: ({ signal }) =>
      call<MarksAnswer>('POST', `/prescription/medication/marks/${personId}`, { medications }, { signal }),
    enabled: medications.length > 0,
    staleTime: 60_000,
    // They are a help beside the form: no answer is no reason to trouble anybody.
    retry: false,
  });
}

export function RequestMarks({ marks, name }: { marks: readonly PlainMark[]; name: string }) {
  if (marks.length === 0) return null;
  return (
    <ul className={css.marks} aria-label={`To look at for ${name}`}>
      {marks.slice(0, 3).map((mark) => (
        <li key={mark.key} data-level={mark.level}>
          <IconInfoCircle size={16} aria-hidden />
          <span>{mark.text}</span>
        </li>
      ))}
      <li className={css.footer}>
        <span>The doctor will also see this and decide.</span>
      </li>
    </ul>
  );
}
