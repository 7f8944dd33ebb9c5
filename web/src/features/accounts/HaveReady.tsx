// SPDX-License-Identifier: AGPL-3.0-or-later

// What to have at hand before the sign-up begins: over its first step, and beside all of them where there is room.
import { type Icon, IconClockHour4, IconDeviceMobile, IconId } from '@tabler/icons-react';
import { useSettings } from '../../api/queries';
import classes from './registration.module.css';

export function HaveReady({ isFirst }: { readonly isFirst: boolean }) {
  const { cardUpload } = useSettings();
  return (
    <aside className={classes['ready']} data-first={isFirst || undefined} aria-labelledby="have-ready">
      <h2 id="have-ready">Have these ready</h2>
      <ul>
        <Ready
          icon={IconId}
          title="Your BC Services Card"
          text={
            cardUpload
              ? 'Or your passport: its number and a picture'
              : 'Or your passport: we ask for the number'
          }
        />
        <Ready icon={IconDeviceMobile} title="Your cell phone" text="We text a code when you sign in" />
        <Ready icon={IconClockHour4} title="About five minutes" text="Four short steps" />
      </ul>
    </aside>
  );
}

interface ReadyProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

function Ready({ icon: ReadyIcon, title, text }: ReadyProps) {
  return (
    <li>
      <ReadyIcon size={22} aria-hidden="true" />
      <span>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </li>
  );
}
