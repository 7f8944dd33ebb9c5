// SPDX-License-Identifier: AGPL-3.0-or-later

// Tells the forms who is here: what is typed when a session ends by itself waits for the same person, and for nobody
// when one signs out oneself (ui/forms/keeping.ts). What was said of an ended session goes with the next sign-in.
import { session, whenAnotherPerson } from '../../api/session';
import { closeRefusals } from '../../ui/feedback/toastFailure';
import { keptIsFor, wipeKept } from '../../ui/forms/keeping';
import { forgetUnsaved, keepUnsaved } from '../../ui/forms/unsaved';
import { paths } from '../../ui/links/paths';

/** Another person’s document: nobody is asked about what is lost, and nothing of it is seen while the next one comes. */
function beginAnew(): void {
  forgetUnsaved();
  wipeKept();
  document.documentElement.style.display = 'none';
  window.location.replace(paths.dashboard());
}

/** Before anything draws: the forms are asked while they still stand. */
export function watchTyped(): () => void {
  let person: string | null = null;
  whenAnotherPerson(beginAnew);
  return session.subscribe(() => {
    const { state, user, left = false } = session.get();
    if (user !== null) {
      if (person === null) closeRefusals();
      person = user._id;
      keptIsFor(person);
    } else if (state === 'out') {
      if (left) wipeKept();
      else if (person !== null) keepUnsaved(person);
      person = null;
    }
  });
}
