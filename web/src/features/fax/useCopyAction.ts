// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One act on a copy, done once however often it is pressed; what somebody else
 * did meanwhile is shown, and the dialog goes.
 */
import { useState } from 'react';

import { ApiError } from '../../api/failures';
import type { PrescriptionView } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { unansweredText } from '../../ui/feedback/failureText';

interface Refusal {
  readonly text: string;
  /** The version that it is said of; null where it stays. */
  readonly until: number | null;
}

function isPrescription(value: unknown): value is PrescriptionView {
  return typeof value === 'object' && value !== null && 'copies' in value && 'version' in value;
}

export function useCopyAction(
  { version }: PrescriptionView,
  onChanged: (newest: PrescriptionView) => void,
  onClose: () => void,
) {
  const { busy, run } = useCommand();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const act = (work: (key: string) => Promise<PrescriptionView>): Promise<void> =>
    run(
      async (key) => {
        setRefusal(null);
        onChanged(await work(key));
        onClose();
      },
      (error) => {
        if (error instanceof ApiError && isPrescription(error.current)) onChanged(error.current);
        const unanswered = unansweredText(error);
        const said =
          error instanceof Error ? error.message : 'Some error happens. Please try again or contact us.';
        setRefusal({ text: unanswered ?? said, until: unanswered === null ? null : version });
      },
    );
  // Without an answer it is over with the state in which it was pressed.
  const isOver = refusal === null || (refusal.until !== null && refusal.until !== version);
  return { busy, refusal: isOver ? null : refusal.text, act };
}
