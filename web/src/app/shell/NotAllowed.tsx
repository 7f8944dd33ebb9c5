// SPDX-License-Identifier: AGPL-3.0-or-later

// What a person sees at the address of a page that is for others: for whom it is, who is signed in here, and
// the ways on. The address stays; nothing of the page is asked for.
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { UserView } from '../../api/generated/schema';
import { session } from '../../api/session';
import { EmptyState } from '../../ui/feedback/states';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import type { RoleAccess } from '../guards';
import classes from './NotAllowed.module.css';

/** Whom the words of the table of routes name. */
const FOR: Readonly<Record<RoleAccess, string>> = {
  signedIn: 'everyone who is signed in',
  patients: 'patients',
  prescriptionRecords: 'patients, doctors, office staff and administrators',
  patientRecords: 'doctors, office staff and administrators',
  doctorsAndOffice: 'doctors and office staff',
  doctorsAndAdmin: 'doctors and administrators',
  doctors: 'doctors',
  office: 'office staff',
  admin: 'administrators',
  billing: 'administrators, where billing is switched on',
};

interface NotAllowedProps {
  readonly user: Pick<UserView, 'Person' | 'Role'>;
  readonly access: RoleAccess;
}

export function NotAllowed({ user, access }: NotAllowedProps) {
  const { FirstName, LastName } = user.Person;
  const help =
    user.Role === 'ROLE_PATIENT' || access === 'patients'
      ? 'If you have another account, sign in with that one.'
      : 'Ask an administrator if you need it.';
  return (
    <Page title={`This page is for ${FOR[access]}`} tabTitle="Not available to you">
      <EmptyState
        icon={IconLock}
        text="Your account doesn’t include this page."
        hint={`You are signed in as ${FirstName} ${LastName}. ${help}`}
        action={
          <div className={classes['actions']}>
            <ButtonLink href={paths.dashboard()}>Back to Dashboard</ButtonLink>
            <Button variant="default" onClick={() => void session.signOut()}>
              Sign in as someone else
            </Button>
          </div>
        }
      />
    </Page>
  );
}
