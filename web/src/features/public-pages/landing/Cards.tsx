// SPDX-License-Identifier: AGPL-3.0-or-later

// The two promises, each with more to read.
import { IconChevronRight, IconClockCheck, IconPill } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '../../../ui/links/paths';
import { Action } from '../links';
import { useSite, When } from '../site';
import classes from './landing.module.css';
import { MoreDialog } from './MoreDialog';

export function Cards() {
  const { loginUrl } = useSite();
  const start = <Action href={loginUrl ?? paths.login()}>Start a renewal</Action>;
  return (
    <div className={classes['cards']}>
      <LandingCard
        id="prescription-on-demand"
        icon={<IconPill size={26} aria-hidden="true" />}
        title="Prescription on demand"
        text="Tell us which of your regular medications has run low. A doctor reviews your request and faxes approved prescriptions to the pharmacy you choose."
        footer={start}
      >
        <When setting="unlimited" not>
          <p>You choose up to 5 medications a day, each for at most 3 months at a time.</p>
        </When>
        <p>
          The service is for medications that you already take regularly, for conditions that are stable. A
          doctor may change or refuse a medication, and you are refunded for any medication a doctor declines.
        </p>
        <p>
          Medications that require an in-person visit appear crossed out in the search: controlled substances,
          opiates, benzodiazepines, stimulants and infectious-disease medications.
        </p>
      </LandingCard>
      <LandingCard
        id="no-more-waiting"
        icon={<IconClockCheck size={26} aria-hidden="true" />}
        title="No more waiting"
        text="No waiting room and no phone queue. Send a request any time, day or night. Review may take up to 24 hours."
        footer={start}
      >
        <p>
          Requests can be submitted 24/7, and doctors message patients 7am to 10pm, 7 days a week. The fax
          should reach your pharmacy within 24 hours of our confirmation email.
        </p>
        <p>
          You can track each step in your account. If a fax doesn’t arrive, use the links in our email to tell
          our front desk or send it again.
        </p>
        <p>For anything urgent, call 9-1-1 or go to the nearest emergency department.</p>
      </LandingCard>
    </div>
  );
}

interface LandingCardProps {
  readonly id: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

function LandingCard({ id, icon, title, text, footer, children }: LandingCardProps) {
  return (
    <section className={classes['card']} id={id}>
      <span className={classes['cardIcon']}>{icon}</span>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
        <MoreDialog
          title={title}
          label={`Learn More: ${title}`}
          className={classes['more']}
          button={
            <>
              <span className="s-link">Learn More</span>
              <IconChevronRight size={18} aria-hidden="true" />
            </>
          }
          footer={footer}
        >
          <p>{text}</p>
          {children}
        </MoreDialog>
      </div>
    </section>
  );
}
