// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The status of a request as its patient reads it, and what the status does not
 * say: how much of it was approved, and that the fax failed and no copy arrived
 * since. The contract keeps such a request at Faxed; the failure is read in
 * place of that word. The staff's is in StaffRequestStatus.tsx.
 */
import type { PrescriptionView } from '../../api/generated/schema';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { outcomeOf } from './outcome';
import { hasFaxFailed } from './timeline';

export function RequestStatus({ prescription }: { prescription: PrescriptionView }) {
  const { status } = prescription;
  const outcome = outcomeOf(prescription);
  const badge = <StatusBadge code={outcome?.code ?? status} text={outcome?.facts[0]} />;
  if (!hasFaxFailed(prescription)) return badge;
  return (
    <span className="s-together">
      {status !== 'FAXED' && badge}
      <StatusBadge code="FAX_FAILED" />
    </span>
  );
}
