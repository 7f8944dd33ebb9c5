// SPDX-License-Identifier: AGPL-3.0-or-later

// Why somebody is at the sign-in page who did not ask for it, and that the way back is kept.
import { useSession } from '../../api/session';
import type { Ending } from '../../api/unanswered';
import { Notice } from '../../ui/feedback/states';
import { formatTime } from '../../ui/format';
import { isAllKept } from '../../ui/forms/keeping';
import { useQueryParam } from '../../ui/links/AppLink';

/** One's own change ended the session, and its answer was lost: what one signs in with now. */
const UNANSWERED: Record<Ending, { readonly title: string; readonly advice: string }> = {
  password: {
    title: 'Your password may have been changed already.',
    advice: 'Sign in with your new password. If it isn’t accepted, sign in with the old one.',
  },
  email: {
    title: 'Your email may have been changed already.',
    advice: 'Sign in with your new email. If it isn’t accepted, sign in with the old one.',
  },
  account: {
    title: 'Your account may have been closed already.',
    advice: 'If you can still sign in, it wasn’t closed.',
  },
};

/** Said only where it is so of every form that was open. */
const TYPED = ' What you typed will be in its form again if you sign in here within 30 minutes.';

export function SignedOutNotice() {
  const { ended } = useSession();
  const next = useQueryParam('next');
  const back = next === undefined ? '' : ' Sign in to go back to where you were.';
  if (ended?.unanswered !== undefined) {
    const { title, advice } = UNANSWERED[ended.unanswered];
    return (
      <Notice kind="warning" title={title}>
        {`No answer came to your change, and you were signed out at ${formatTime(ended.at)}. What was saved is kept.${isAllKept() ? TYPED : ''} ${advice}`}
      </Notice>
    );
  }
  if (ended) {
    const why = ended.idle ? 'This happens after a time without activity.' : 'Your session has ended.';
    return (
      <Notice kind="info" title={`You were signed out at ${formatTime(ended.at)}.`}>
        {`${why} What was saved is kept.${isAllKept() ? TYPED : ''}${back}`}
      </Notice>
    );
  }
  if (next === undefined || next === '/dashboard') return null;
  return (
    <Notice kind="info" title="Please sign in first.">
      The page that you asked for will open afterwards.
    </Notice>
  );
}
