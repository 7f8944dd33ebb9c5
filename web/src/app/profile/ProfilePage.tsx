// SPDX-License-Identifier: AGPL-3.0-or-later

// /profile: the own account and record, one section open at a time. What one changes stands at the left, what
// one looks at now and then beside it. What belongs to patients only is absent for staff, and the other way round.
import { Suspense, useState } from 'react';
import { useSettings } from '../../api/queries';
import { useMe } from '../../api/session';
import { DeleteMe } from '../../features/accounts/DeleteMe';
import { PreferencesCard } from '../../features/accounts/PreferencesCard';
import { SessionsCard } from '../../features/accounts/SessionsCard';
import { UserCredentials } from '../../features/accounts/UserCredentials';
import { AccessLogCard } from '../../features/people/AccessLogCard';
import { PersonalInformationCard } from '../../features/people/PersonalInformationCard';
import { lazyPart } from '../../ui/chunks';
import { Loading } from '../../ui/feedback/states';
import { isKept } from '../../ui/forms/keeping';
import { Page } from '../../ui/page/Page';
import { HealthDocumentCard } from './HealthDocumentCard';
import { LazySleepRequestsCard } from './LazySleepRequestsCard';
import classes from './profile.module.css';

const EmailWizard = lazyPart(async () => (await import('../../features/accounts/EmailWizard')).EmailWizard);

type Section = 'credentials' | 'personal info' | 'health document' | 'e-mail';

/** What was typed in them before the session ended opens them again. */
const KEPT: readonly Section[] = ['credentials', 'personal info', 'health document'];

export function ProfilePage() {
  const me = useMe();
  const { automatic } = useSettings();
  const [open, setOpen] = useState<Section | null>(() => KEPT.find(isKept) ?? null);
  const section = (name: Section) => ({
    me,
    editing: open === name,
    blocked: open !== null && open !== name,
    onEdit: () => setOpen(name),
    onClose: () => setOpen(null),
  });
  const patient = me.Role === 'ROLE_PATIENT';
  const mayRead =
    me.isAdmin || me.Role === 'ROLE_ADMIN' || me.Role === 'ROLE_DOCTOR' || me.Role === 'ROLE_OFFICE';
  return (
    <Page title="Profile">
      <div className={classes['columns']}>
        <div className={classes['stack']}>
          {open === 'e-mail' ? (
            <Suspense fallback={<Loading rows={4} />}>
              <EmailWizard me={me} onClose={() => setOpen(null)} />
            </Suspense>
          ) : (
            <UserCredentials {...section('credentials')} onChangeEmail={() => setOpen('e-mail')} />
          )}
          <PersonalInformationCard {...section('personal info')} />
          {patient && <HealthDocumentCard {...section('health document')} />}
          {mayRead && <LazySleepRequestsCard me={me} />}
          {/* In the larger type of patients its title and button need the wider column. */}
          {patient && <SessionsCard />}
        </div>
        <div className={classes['stack']}>
          {patient && <AccessLogCard personId={me.Person._id} />}
          {!patient && <SessionsCard />}
          <PreferencesCard me={me} />
          {automatic && <DeleteMe me={me} />}
        </div>
      </div>
    </Page>
  );
}
