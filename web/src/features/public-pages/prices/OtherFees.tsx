// SPDX-License-Identifier: AGPL-3.0-or-later

// The fees of the other services.
import { formatDollars, useSite } from '../site';
import classes from './prices.module.css';

export function OtherFees() {
  const { serviceFees } = useSite();
  const rows = [
    ['Lab or radiology request', serviceFees.labOrRadiology],
    ['Sick note', serviceFees.sickNote],
    ['Driver medical', serviceFees.driverMedical],
    ['Sleep assessment (a Level III sleep apnea test request)', serviceFees.sleepAssessment],
  ] as const;
  return (
    <table className={classes['fees']}>
      <caption className="s-visually-hidden">Fees of other services</caption>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">Fee</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <strong>{formatDollars(amount)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
