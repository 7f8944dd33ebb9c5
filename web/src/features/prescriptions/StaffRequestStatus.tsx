// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The status of a request as the staff read it: in their words, with what became
 * of one that was not approved whole, with a fax that failed or of which nobody
 * knows whether it arrived, or where, and with a copy that is void. Who is on a
 * failed fax is them.
 */
import type { PrescriptionView } from '../../api/generated/schema';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { staffLabel } from '../../ui/status/staffStatuses';
import { faxText } from './faxLabels';
import { outcomeOf } from './outcome';
import { hasFaxFailed } from './timeline';

export function StaffRequestStatus({ prescription }: { prescription: PrescriptionView }) {
  const outcome = outcomeOf(prescription, staffLabel('REJECTED'));
  // A refund of a part is the newest status, and says nothing of the rest: the outcome does.
  const status = (
    <StatusBadge
      code={outcome?.code ?? prescription.status}
      text={outcome?.facts.join(', ') ?? staffLabel(prescription.status)}
    />
  );
  const hasFailed = hasFaxFailed(prescription);
  const voided = voidText(prescription);
  const isWork = prescription.work === 'fax';
  if (!hasFailed && voided === null && !isWork) return status;
  const words = hasFailed ? undefined : faxText(prescription.fax?.state ?? null);
  // What failed stands alone: nobody reads "Faxed" beside it. What is to be checked was faxed.
  const failed = (hasFailed || isWork) && words === undefined;
  return (
    <span className="s-together">
      {!(failed && prescription.status === 'FAXED') && status}
      {(hasFailed || isWork) && <StatusBadge code="FAX_FAILED" text={words} />}
      {voided !== null && <StatusBadge code="VOID" text={voided} />}
    </span>
  );
}

/** What stands beside the status while the newest copy is void, or becomes so. */
function voidText({ copies }: PrescriptionView): string | null {
  const newest = copies[0];
  if (newest?.state === 'voided') return `Copy ${newest.number} void`;
  return newest?.state === 'voiding' ? `Copy ${newest.number} is being voided` : null;
}
