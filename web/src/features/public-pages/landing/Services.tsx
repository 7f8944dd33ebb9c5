// SPDX-License-Identifier: AGPL-3.0-or-later

// What else patients can have: sleep studies can be asked for in the product; the others are priced
// and arranged with the clinic (decision 137).
import { IconChevronRight, IconFileText, IconStethoscope, IconTestPipe, IconZzz } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '../../../ui/links/paths';
import { Action } from '../links';
import { formatDollars, useSite } from '../site';
import classes from './landing.module.css';
import { MoreDialog } from './MoreDialog';

export function Services() {
  const { serviceFees, supportEmail, loginUrl } = useSite();
  const sleep = formatDollars(serviceFees.sleepAssessment);
  const write = (
    <a className="s-link" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
  return (
    <section>
      <h2>Other services</h2>
      <ul className={classes['services']}>
        <Service
          icon={<IconZzz size={26} aria-hidden="true" />}
          title="Sleep-study requests"
          text={`A Level III sleep apnea test request sent to a clinic you choose · ${sleep}`}
          footer={<Action href={loginUrl ?? paths.login()}>Sign In</Action>}
        >
          <p>
            Answer ten questions about your sleep and your health, give your height, weight and one to three
            blood pressure readings, and choose a sleep clinic and its branch. We send the request for a Level
            III sleep apnea test there, and the clinic calls you.
          </p>
          <p>{`The fee is ${sleep}. The test itself is arranged with the sleep clinic.`}</p>
        </Service>
        <Service
          icon={<IconStethoscope size={26} aria-hidden="true" />}
          title="Specialist referrals"
          text="Ask a doctor to refer you"
        >
          <p>
            When a condition needs a specialist, a doctor can refer you. Sign in and write to customer service
            under Messages: tell us the reason, when it started, and who you have seen about it. A doctor
            answers between 7am and 10pm.
          </p>
          <p>Not every question can be answered from a distance: you may be asked to come to the clinic.</p>
        </Service>
        <Service
          icon={<IconTestPipe size={26} aria-hidden="true" />}
          title="Lab or radiology requests"
          text={formatDollars(serviceFees.labOrRadiology)}
        >
          <p>
            {`A requisition for a routine blood test or X-ray costs ${formatDollars(serviceFees.labOrRadiology)}. Tell us what your last one was for.`}
          </p>
          <p>{write}</p>
        </Service>
        <Service
          icon={<IconFileText size={26} aria-hidden="true" />}
          title="Sick notes and driver medicals"
          text={`${formatDollars(serviceFees.sickNote)} and ${formatDollars(serviceFees.driverMedical)}`}
        >
          <p>
            {`A sick note costs ${formatDollars(serviceFees.sickNote)}; a driver’s medical exam, which requires a clinic visit, costs ${formatDollars(serviceFees.driverMedical)}. Write to us to arrange either.`}
          </p>
          <p>{write}</p>
        </Service>
      </ul>
    </section>
  );
}

interface ServiceProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

function Service({ icon, title, text, footer, children }: ServiceProps) {
  return (
    <li>
      <MoreDialog
        title={title}
        className={classes['service']}
        button={
          <>
            {icon}
            <span>
              <strong>{title}</strong>
              <span>{text}</span>
            </span>
            <IconChevronRight size={20} aria-hidden="true" />
          </>
        }
        footer={footer}
      >
        {children}
      </MoreDialog>
    </li>
  );
}
