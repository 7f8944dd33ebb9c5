// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The patient's personal information as staff read it. Editing it is the
 * office's and comes with the page for it; it is not here.
 */
import type { PersonView } from '../../api/generated/schema';
import { formatHealthNumber, formatLongDate, formatPostalCode } from '../../ui/format';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { Facts } from '../../ui/page/Card';
import styles from './patient.module.css';

export function PersonalInformation({ person }: { person: PersonView }) {
  return (
    <div className={styles.sectionBody}>
      <Facts
        columns={3}
        items={[
          ['First name', person.FirstName],
          ['Last name', person.LastName],
          ['Date of birth', person.DateOfBirth ? formatLongDate(person.DateOfBirth) : ''],
          ['Gender', person.sex],
          ['Cell phone', <PhoneNumber key="cell" number={person.PhoneNumber} />],
          ['Best phone', <PhoneNumber key="best" number={person.BestPhoneNumber} />],
          ['Email', person.Email],
          ['Address', addressOf(person)],
          ['Preferred pharmacy', person.preferredPharmacy?.name],
          ...person.HealthDocuments.map((document): [string, string] => [
            `${document.Type}, ${document.Province}`,
            [formatHealthNumber(document.DocumentNumber), document.status ?? 'valid', document.other ?? '']
              .filter((part) => part !== '')
              .join(' · '),
          ]),
        ]}
      />
    </div>
  );
}

export function addressOf(person: Pick<PersonView, 'Address' | 'City' | 'Province' | 'PostalCode'>): string {
  return [person.Address, person.City, person.Province, formatPostalCode(person.PostalCode)]
    .filter((part) => part !== '')
    .join(', ');
}
