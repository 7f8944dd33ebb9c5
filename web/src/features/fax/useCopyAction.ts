// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One act on a copy: one key a press, kept until an answer arrived, so that a
 * lost answer never voids or sends twice; what somebody else did meanwhile is
 * shown, and the dialog goes.
 */
import { useRef, useState } from 'react';

import { newIdempotencyKey } from '../../api/client';
import { ApiError, ApiUnavailable } from '../../api/failures';
import type { PrescriptionView } from '../../api/generated/schema';

function isPrescription(value: unknown): value is PrescriptionView {
  return typeof value === 'object' && value !== null && 'copies' in value && 'version' in value;
}

export function useCopyAction(onChanged: (newest: PrescriptionView) => void, onClose: () => void) {
  const key = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = async (run: (key: string) => Promise<PrescriptionView>): Promise<void> => {
    if (busy) return;
    key.current ??= newIdempotencyKey();
    setBusy(true);
    setRefusal(null);
    try {
      onChanged(await run(key.current));
      key.current = null;
      onClose();
    } catch (error) {
      if (!(error instanceof ApiUnavailable)) key.current = null;
      if (error instanceof ApiError && isPrescription(error.current)) onChanged(error.current);
      setRefusal(
        error instanceof Error ? error.message : 'Some error happens. Please try again or contact us.',
      );
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, act };
}
