// SPDX-License-Identifier: AGPL-3.0-or-later

// What runs out soon, a card a prescription, each with the way to ask for it again. Nothing is shown
// when nothing is due, and a failure to load it does not disturb the dashboard.
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MedicationTitle } from '../../features/prescriptions/MedicationTitle';
import { renewableList } from '../../features/prescriptions/queries';
import { byPrescription, dueRenewables, supplyText } from '../../features/prescriptions/renewals';
import { clinicDay, formatDate } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import css from './dashboard.module.css';

export function ReadyToRenew({ personId }: { readonly personId: string }) {
  const found = useQuery(renewableList(personId));
  const ready = dueRenewables(found.data ?? []);
  if (ready.length === 0) return null;
  const today = clinicDay(new Date());
  return (
    <section aria-label="Ready to renew">
      <Card title="Ready to renew" level={2}>
        <ul className={css['renewals']}>
          {byPrescription(ready).map((group) => {
            const [first] = group;
            return first ? (
              <li key={first.prescription}>
                <ul>
                  {group.map((one) => (
                    <li key={one.drugId}>
                      <strong>
                        <MedicationTitle medication={one} />
                      </strong>
                      <span>{supplyText(one, today, formatDate)}</span>
                    </li>
                  ))}
                </ul>
                <ButtonLink
                  variant="default"
                  href={paths.renew(first.prescription)}
                  leftSection={<IconRefresh size={18} aria-hidden="true" />}
                  aria-label={`Renew, from ${first.label}`}
                >
                  Renew
                </ButtonLink>
              </li>
            ) : null;
          })}
        </ul>
      </Card>
    </section>
  );
}
