// SPDX-License-Identifier: AGPL-3.0-or-later

// Said in a form that took up what was typed before a session ended (keeping.ts).
import { Notice } from '../feedback/states';
import type { Again } from './keeping';
import type { Own } from './unsaved';

function advice({ isUnanswered, isChanged }: Again): string | null {
  if (isUnanswered)
    return 'Your last try got no answer, so this may have been done already. Please check before you try again.';
  return isChanged ? 'What is stored has changed since. Please compare before you save.' : null;
}

export function HereAgain({ of: form }: { readonly of: Pick<Own, 'hereAgain'> }) {
  const again = form.hereAgain();
  if (again === null) return null;
  return (
    <Notice
      kind={advice(again) === null ? 'info' : 'warning'}
      live
      title="What you typed before you were signed out is here again."
    >
      {advice(again) ?? undefined}
    </Notice>
  );
}
