// SPDX-License-Identifier: AGPL-3.0-or-later

// Before the first request: the warning and three steps, the locked one explained.
import {
  IconAlertOctagon,
  IconArrowRight,
  IconBuildingStore,
  IconCheck,
  IconCircleCheck,
  IconClipboardHeart,
  IconLock,
  IconPill,
  IconPills,
} from '@tabler/icons-react';
import { Notice } from '../../ui/feedback/states';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { HAVE_READY, ReadyList } from '../../ui/page/ReadyList';
import css from './dashboard.module.css';

export function FirstSteps({ firstName }: { readonly firstName: string }) {
  return (
    <Page
      title={`Welcome, ${firstName}`}
      tabTitle="Dashboard"
      lead="Your account is ready. Two things to do before your first request."
      narrow
    >
      <Notice kind="warning" title="Please add your medical information to unlock the other features." />
      <ol className={css['steps']}>
        <li>
          <IconCircleCheck size={24} aria-hidden="true" className={css['stepIcon']} />
          <div>
            <h2>Create your account</h2>
            <p>Your account is active.</p>
          </div>
          <span className={css['done']}>
            <IconCheck size={14} aria-hidden="true" /> Done
          </span>
        </li>
        <li data-current>
          <IconClipboardHeart size={24} aria-hidden="true" className={css['stepIcon']} />
          <div>
            <h2>Enter medical information</h2>
            <p>Takes about 5 minutes. Have your medication labels and pharmacy name ready.</p>
          </div>
          <ButtonLink
            href={paths.medicalInfoEdit()}
            rightSection={<IconArrowRight size={18} aria-hidden="true" />}
          >
            Start
          </ButtonLink>
        </li>
        <li data-locked>
          <IconPill size={24} aria-hidden="true" className={css['stepIcon']} />
          <div>
            <h2>Request a prescription</h2>
            <p>Available once you have saved your medical information.</p>
          </div>
          <IconLock size={20} aria-hidden="true" />
        </li>
      </ol>
      <h2 className={css['readyTitle']}>{HAVE_READY}</h2>
      <ReadyList
        across
        things={[
          {
            icon: IconPills,
            title: 'Your medication labels',
            text: 'Names, strengths and how often you take them',
          },
          {
            icon: IconAlertOctagon,
            title: 'Your allergies',
            text: 'Any medication you have had a reaction to',
          },
          {
            icon: IconBuildingStore,
            title: 'Your pharmacy',
            text: 'Just the name. We look up the fax number.',
          },
        ]}
      />
    </Page>
  );
}
