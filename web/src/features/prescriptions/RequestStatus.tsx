// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The status of a request, and what the status does not say: that the fax
 * failed and no copy arrived since. The contract keeps such a request at Faxed;
 * the failure is read in place of that word. Staff also read it of a fax of
 * which nobody knows whether it arrived, or where.
 */
import type { PrescriptionView } from '../../api/generated/schema';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { faxText } from './faxLabels';
import { faxFailureText } from './timeline';

interface RequestStatusProps {
  prescription: PrescriptionView;
  /** Staff are told that it failed; who is on it is them. */
  forStaff?: boolean;
}

export function RequestStatus({ prescription, forStaff = false }: RequestStatusProps) {
  const status = <StatusBadge code={prescription.status} text={prescription.statuses[0]?.text} />;
  const faxFailure = faxFailureText(prescription);
  const voided = forStaff ? voidText(prescription) : null;
  const isWork = forStaff && prescription.work === 'fax';
  if (faxFailure === null && voided === null && !isWork) return status;
  // What failed stands alone: nobody reads "Faxed" beside it. What is to be checked was faxed.
  const failed = faxFailure !== null || (isWork && faxText(prescription.fax?.state ?? null) === undefined);
  return (
    <span className="s-together">
      {!(failed && prescription.status === 'FAXED') && status}
      {faxFailure !== null && <StatusBadge code="FAX_FAILED" text={forStaff ? undefined : faxFailure} />}
      {faxFailure === null && isWork && (
        <StatusBadge code="FAX_FAILED" text={faxText(prescription.fax?.state ?? null)} />
      )}
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
