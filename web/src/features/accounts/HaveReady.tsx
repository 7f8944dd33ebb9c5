// SPDX-License-Identifier: AGPL-3.0-or-later

// What to have at hand before the sign-up begins: over its first step, and beside all of them where there is room.
import { IconClockHour4, IconDeviceMobile, IconId } from '@tabler/icons-react';
import { useSettings } from '../../api/queries';
import { HAVE_READY, ReadyList } from '../../ui/page/ReadyList';
import classes from './registration.module.css';

export function HaveReady({ isFirst }: { readonly isFirst: boolean }) {
  const { cardUpload } = useSettings();
  return (
    <aside className={classes['ready']} data-first={isFirst || undefined} aria-labelledby="have-ready">
      <h2 id="have-ready">{HAVE_READY}</h2>
      <ReadyList
        things={[
          {
            icon: IconId,
            title: 'Your BC Services Card',
            text: cardUpload
              ? 'Or your passport: its number and a picture'
              : 'Or your passport: we ask for the number',
          },
          { icon: IconDeviceMobile, title: 'Your cell phone', text: 'We text a code when you sign in' },
          { icon: IconClockHour4, title: 'About five minutes', text: 'Four short steps' },
        ]}
      />
    </aside>
  );
}
