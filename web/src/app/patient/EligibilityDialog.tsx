// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Asks the provincial plan about the patient's card and says what it answered,
 * in the words of the plan's result. The answer is kept with the person by the
 * server; the flags of the page follow it.
 */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import type { EligibilityAnswer } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { checkEligibility } from '../../features/people/commands';
import { Dialog } from '../../ui/dialogs/Dialog';
import { ErrorState, Loading } from '../../ui/feedback/states';

type Props = { personId: string; opened: boolean; onClose: () => void };

export function EligibilityDialog({ personId, opened, onClose }: Props) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => checkEligibility(personId),
    onSuccess: async () => {
      await refresh(client, 'person');
    },
  });
  const ask = useEffectEvent(() => {
    check.mutate();
  });
  useEffect(() => {
    if (opened) ask();
  }, [opened]);
  const answer = check.data;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={answer && !check.isPending ? titleOf(answer) : 'Eligibility'}
      size="sm"
      footer={
        <Button data-autofocus onClick={onClose}>
          OK
        </Button>
      }
    >
      {check.isPending && <Loading text="Loading..." rows={1} />}
      {check.isError && (
        <ErrorState
          text="We couldn’t check this card"
          error={check.error}
          onRetry={() => {
            check.mutate();
          }}
        />
      )}
      {answer && !check.isPending && <p>{explanation[answer.status]}</p>}
    </Dialog>
  );
}

/** What the result means for the work at hand, in our own words. */
const explanation: Record<EligibilityAnswer['status'], string> = {
  valid: 'MSP confirmed this health card.',
  invalid: 'MSP couldn’t confirm this health card.',
  pending: 'MSP has not responded yet. Try again later.',
  unknown: 'This card is from another province. It can’t be checked here.',
};

/** The result with its suffix, such as "Not Eligible. Invalid Birthdate". */
function titleOf(answer: EligibilityAnswer): string {
  if (answer.other === 'mismatch') return `${answer.title}${'. Name Mismatch'}`;
  if (answer.other === 'Invalid Birthdate') return `${answer.title}${'. Invalid Birthdate'}`;
  return answer.title;
}
