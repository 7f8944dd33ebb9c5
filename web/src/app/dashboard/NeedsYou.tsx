// SPDX-License-Identifier: AGPL-3.0-or-later

// Requests that ended with something still open, over what is on its way: a medication that was not approved, money
// that has not come back. Each stays until it is done, whatever else is live.
import { type StillOpen, stillOpen } from '../../features/prescriptions/outcome';
import { requestTitle } from '../../features/prescriptions/medicationText';
import type { PrescriptionView } from '../../api/generated/schema';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import css from './dashboard.module.css';

interface Open extends StillOpen {
  readonly request: PrescriptionView;
}

/** What is open of these, newest first, besides the requests that the dashboard shows in full. */
export function openOnes(
  items: readonly PrescriptionView[],
  shown: readonly PrescriptionView[],
  now: Date,
): readonly Open[] {
  return items.flatMap((request, at) => {
    const open = shown.includes(request) ? null : stillOpen(request, items.slice(0, at), now);
    return open ? [{ request, ...open }] : [];
  });
}

export function NeedsYou({ open }: { readonly open: readonly Open[] }) {
  if (open.length === 0) return null;
  return (
    <section aria-label="Needs you">
      <Card title="Needs you" level={2}>
        <ul className={css['renewals']}>
          {open.map(({ request, text, isRefused }) => (
            <li key={request._id}>
              <div>
                <strong>{requestTitle(request.medications)}</strong>
                <span>{text}</span>
              </div>
              <ButtonLink
                variant="default"
                href={paths.prescription(request._id)}
                aria-label={`${isRefused ? 'See what to do next' : 'View the refund'}, ${request.label}`}
              >
                {isRefused ? 'See what to do next' : 'View the refund'}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
