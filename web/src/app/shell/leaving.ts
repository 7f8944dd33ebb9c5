// SPDX-License-Identifier: AGPL-3.0-or-later

// Two habits of every frame: leaving when the session has ended, and putting the focus at the content
// of a screen that was just opened. In partner-embedded mode leaving leads back to the partner's site.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { UserView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { useSession } from '../../api/session';
import { clearAnnouncement } from '../../ui/feedback/announce';
import { toast } from '../../ui/feedback/toasts';
import { forgetUnsaved } from '../../ui/forms/unsaved';
import { useRouter, useShown } from '../../ui/links/router';
import { signInPath } from '../guards';

/** Leads to the sign-in page as soon as nobody is signed in any more, wherever that came from. */
export function useLeaveWhenSignedOut(): UserView | null {
  const { state, user, left } = useSession();
  const router = useRouter();
  const settings = useSettings();
  const { embedded, partnerHomeUrl } = settings;
  const staff = useRef(false);
  useEffect(() => {
    if (user) staff.current = user.Role !== 'ROLE_PATIENT';
  }, [user]);
  useEffect(() => {
    if (state !== 'out' || !router) return;
    clearAnnouncement();
    toast.clear();
    if (left && embedded && partnerHomeUrl !== null && !staff.current) {
      // Only patients, and only those who left by themselves (decision 23).
      forgetUnsaved();
      window.location.assign(partnerHomeUrl);
      return;
    }
    const next = left ? {} : { next: router.location.href };
    const href = signInPath(settings, staff.current, next);
    void router.navigate({ href, replace: true });
  }, [state, left, router, settings, embedded, partnerHomeUrl]);
  return user;
}

/** Whether a key or a pointer was pressed in this document. Its user activation would also be what a program did in it. */
let pressed = false;
for (const kind of ['keydown', 'pointerdown']) {
  document.addEventListener(kind, () => void (pressed = true), { capture: true, once: true });
}

/**
 * After going to another screen the focus starts at its content, not at the link that led there. Whoever has only
 * opened the document, and pressed nothing yet, begins at its top: with the link that skips to the content.
 */
export function useFocusMain(): void {
  // Of the page that stands: with the address alone the link that was pressed would still be there, and in focus.
  const { pathname } = useShown();
  const shown = useRef('');
  // Before anyone sees the screen: a key pressed at its first sight would count as pressed before it opened.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    const opening = shown.current === '';
    shown.current = pathname;
    if (opening && !pressed) return;
    const active = document.activeElement;
    // A screen that put the focus somewhere itself knows better.
    if (active && active !== document.body && active.closest('main')) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
