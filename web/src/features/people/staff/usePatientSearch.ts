// SPDX-License-Identifier: AGPL-3.0-or-later

// The staff's search of patients as one types, wherever its box stands: the top bar, the command palette,
// a picker in a form. It waits for the fingers. Nobody is offered who was found for other letters than those in the
// box: Enter, pressed at once, would open another patient's record.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { PatientListRecord } from '../../../api/generated/schema';
import type { Choice } from '../../../ui/choices/ChoiceList';
import { formatDate, formatHealthNumber } from '../../../ui/format';
import { PATIENT_SEARCH_MIN, TYPING_PAUSE_MS } from '../patients';
import { patientSearch } from './queries';

/** A patient to choose: the person's id, the name, and what tells two people of one name apart. */
export type FoundPatient = Required<Pick<Choice, 'id' | 'label' | 'hint'>>;

export interface PatientSearch {
  /** Whether enough was typed to search for. */
  readonly wants: boolean;
  readonly patients: readonly FoundPatient[];
  /** Whether something can be said of what was typed. */
  readonly isAnswered: boolean;
  readonly busy: boolean;
  readonly failed: boolean;
}

/** `enabled` is false for who may not look patients up. */
export function usePatientSearch(text: string, enabled = true): PatientSearch {
  const typed = text.trim();
  const [asked] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const wants = enabled && typed.length >= PATIENT_SEARCH_MIN;
  const asks = enabled && asked.length >= PATIENT_SEARCH_MIN;
  const found = useQuery({ ...patientSearch(asked), enabled: asks });
  const isOfThis = asked === typed;
  return {
    wants,
    patients: wants && isOfThis ? (found.data ?? []).map(choiceOf) : [],
    isAnswered: wants && asks && isOfThis && !found.isPending,
    busy: wants && (!isOfThis || found.isFetching),
    failed: found.isError,
  };
}

function choiceOf({ Email, Person }: PatientListRecord): FoundPatient {
  const facts = [
    Person.DateOfBirth ? formatDate(Person.DateOfBirth) : '',
    formatHealthNumber(Person.HealthDocuments[0]?.DocumentNumber ?? ''),
    Email,
  ];
  return {
    id: Person._id,
    label: `${Person.FirstName} ${Person.LastName}`,
    hint: facts.filter((fact) => fact !== '').join(' · '),
  };
}
