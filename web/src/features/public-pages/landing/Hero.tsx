// SPDX-License-Identifier: AGPL-3.0-or-later

// The banner for people who are not signed in, with a picture of what a renewal becomes.
import { IconArrowRight, IconMapPin, IconReceiptDollar, IconStar, IconUserCheck } from '@tabler/icons-react';
import { LeafDrawing } from '../../../ui/brand/Brand';
import { paths } from '../../../ui/links/paths';
import { Action } from '../links';
import { formatDollars, useSite, When } from '../site';
import { Doctors } from './Doctors';
import classes from './hero.module.css';
import { LiveSample } from './LiveSample';

export function Hero() {
  const { fees, loginUrl, registrationUrl, reviewUrl } = useSite();
  return (
    <section className={classes['hero']} data-on-evergreen aria-label="Welcome">
      <LeafDrawing className={classes['leaves']} />
      <div className={classes['heroInside']}>
        <div>
          <h1>Renew the prescriptions you already take.</h1>
          <p className={classes['promise']}>
            A British Columbia doctor reviews your request and faxes approved prescriptions to your pharmacy.
            No appointment needed.
          </p>
          <div className={classes['calls']}>
            <Action href={loginUrl ?? paths.login()} variant="light" large>
              GET REFILL
              <IconArrowRight size={20} aria-hidden="true" />
            </Action>
            <Action href={registrationUrl ?? paths.registration()} variant="outline-light" large>
              SIGN UP / SIGN IN
            </Action>
            <a href="#how" className={classes['learn']} data-no-print>
              LEARN MORE
            </a>
            <When setting="reviewUrl">
              <a href={reviewUrl ?? undefined} className={classes['reviews']}>
                <IconStar size={18} aria-hidden="true" />
                <span>Read reviews</span>
              </a>
            </When>
          </div>
          <ul className={classes['terms']}>
            <li>
              <IconUserCheck size={20} aria-hidden="true" /> 19 or older
            </li>
            <li>
              <IconMapPin size={20} aria-hidden="true" /> Located in British Columbia
            </li>
            <li>
              <IconReceiptDollar size={20} aria-hidden="true" />
              {` ${formatDollars(fees.withCard[0] ?? 0)} with a BC Services Card`}
            </li>
          </ul>
          <Doctors />
        </div>
        <LiveSample />
      </div>
    </section>
  );
}
