// SPDX-License-Identifier: AGPL-3.0-or-later

// Why somebody is at the sign-in page who did not ask for it, and that the way back is kept.
import { useSession } from '../../api/session';
import { Notice } from '../../ui/feedback/states';
import { formatTime } from '../../ui/format';
import { useQueryParam } from '../../ui/links/AppLink';

export function SignedOutNotice() {
  const { ended } = useSession();
  const next = useQueryParam('next');
  const back = next === undefined ? '' : ' Sign in to go back to where you were.';
  if (ended) {
    const why = ended.idle ? 'This happens after a time without activity.' : 'Your session has ended.';
    return (
      <Notice kind="info" title={`You were signed out at ${formatTime(ended.at)}.`}>
        {`${why} What was saved is kept.${back}`}
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
