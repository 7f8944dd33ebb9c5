// SPDX-License-Identifier: AGPL-3.0-or-later

// /login and /login/{message}: the patients' sign-in, or the staff's in an office deployment.
import { useSettings } from '../../api/queries';
import { Notice } from '../../ui/feedback/states';
import { AppLink, useQueryParam, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { SignedOutNotice } from './SignedOutNotice';
import { SignInForm } from './SignInForm';

function Arrival() {
  const message = useRouteParam('message');
  if (message === 'registered') {
    return (
      <Notice kind="success" title="This account is activated.">
        You can sign in now.
      </Notice>
    );
  }
  if (message === 'recovered') {
    return (
      <Notice kind="success" title="Your password was changed.">
        You can sign in with it now.
      </Notice>
    );
  }
  return <SignedOutNotice />;
}

export function SignInPage() {
  const { product, mode } = useSettings();
  const next = useQueryParam('next');
  if (mode === 'office') return <SignInForm staff title="Office sign in" notice={<Arrival />} />;
  return (
    <SignInForm
      staff={false}
      title="Sign in"
      lead={
        <>
          New to {product}? <AppLink href={paths.registration()}>Create Account</AppLink>
        </>
      }
      notice={<Arrival />}
      foot={mode === 'undefined' && <AppLink href={paths.officeLogin({ next })}>Office sign in</AppLink>}
    />
  );
}
