// SPDX-License-Identifier: AGPL-3.0-or-later

/** Other lists that have open entries, with how many. */
import { IconBuildingHospital, IconTestPipe } from '@tabler/icons-react';
import type { TodayView } from '../../../api/generated/schema';
import { AppLink } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import css from './today.module.css';

interface Props {
  /** None while it is on its way. */
  readonly open: TodayView['alsoOpen'] | undefined;
  readonly isDoctor: boolean;
}

export function AlsoOpen({ open, isDoctor }: Props) {
  const lists = [
    {
      icon: IconBuildingHospital,
      title: 'Clinic queue',
      text: 'For the partner clinic',
      href: paths.clinicQueue(),
      count: open?.clinicQueue,
    },
    // Lab tests are for doctors.
    ...(isDoctor
      ? [
          {
            icon: IconTestPipe,
            title: 'Lab exceptions',
            text: 'Results without a patient',
            href: paths.labExceptions(),
            count: open?.labExceptions ?? undefined,
          },
        ]
      : []),
  ];
  return (
    <section className={css['card']} aria-labelledby="also-open">
      <header className={css['cardHead']}>
        <h2 id="also-open">Also open</h2>
      </header>
      <ul className={css['lists']}>
        {lists.map(({ icon: ListIcon, title, text, href, count }) => (
          <li key={title}>
            <AppLink href={href} className={css['list'] ?? ''}>
              <ListIcon size={18} aria-hidden="true" />
              <span>
                <strong>{title}</strong> <span className={css['second']}>{text}</span>
              </span>
              <span className={css['count']}>{count ?? '\u{A0}'}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
