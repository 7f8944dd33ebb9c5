/**
 * The status of a request, and beside it what the status does not say: that the
 * fax failed and no copy arrived since. The contract keeps such a request at
 * Faxed, so the word is added and the status left alone.
 */
import type { PrescriptionView } from '../../api/types';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { faxTrouble } from './story';

interface RequestStatusProps {
  prescription: PrescriptionView;
  /** Staff are told that it failed; who is on it is them. */
  forStaff?: boolean;
}

export function RequestStatus({ prescription, forStaff = false }: RequestStatusProps) {
  const status = <StatusBadge code={prescription.status} text={prescription.statuses[0]?.text} />;
  const trouble = faxTrouble(prescription);
  if (trouble === null) return status;
  return (
    <span className="s-together">
      {status}
      <StatusBadge code="FAX_FAILED" text={forStaff ? undefined : trouble} />
    </span>
  );
}
