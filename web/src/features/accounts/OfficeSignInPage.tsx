// SPDX-License-Identifier: AGPL-3.0-or-later

// /office-login: the staff's own sign-in page, where patients sign in as well.
import { AppLink, useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { SignedOutNotice } from './SignedOutNotice';
import { SignInForm } from './SignInForm';

export function OfficeSignInPage() {
  const next = useQueryParam('next');
  return (
    <SignInForm
      staff
      title="Office sign in"
      lead={
        <>
          Are you a patient? <AppLink href={paths.login({ next })}>Sign In</AppLink>
        </>
      }
      notice={<SignedOutNotice />}
    />
  );
}
