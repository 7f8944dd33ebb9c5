// SPDX-License-Identifier: AGPL-3.0-or-later

// Said in a form that took up what was typed before a session ended, or before it was refused (keeping.ts).
import { Notice } from '../feedback/states';
import type { Again } from './keeping';
import type { Own } from './unsaved';

function advice({ isUnanswered, isChanged, refusal }: Again): string | null {
  if (isUnanswered)
    return 'Your last try got no answer, so this may have been done already. Please check before you try again.';
  if (refusal !== undefined) return refusal;
  return isChanged ? 'What is stored has changed since. Please compare before you save.' : null;
}

export function HereAgain({ of: form }: { readonly of: Pick<Own, 'hereAgain'> }) {
  const again = form.hereAgain();
  if (again === null) return null;
  return (
    <Notice
      kind={advice(again) === null ? 'info' : 'warning'}
      live
      title={
        again.refusal === undefined
          ? 'What you typed before you were signed out is here again.'
          : again.isUnanswered
            ? 'What you typed is here again.'
            : 'This was not done. What you typed is here again.'
      }
    >
      {advice(again) ?? undefined}
    </Notice>
  );
}
