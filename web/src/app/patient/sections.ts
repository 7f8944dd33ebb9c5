// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Which sections of the page are open, and where an address leads: a message
 * opens its section, closes the others and brings its item into view. What one
 * opened oneself stays as it is when parts are loaded again.
 */
import { useEffect, useState } from 'react';

import type { Role } from '../../api/generated/schema';
import { useQueryParam } from '../../ui/links/AppLink';
import type { PatientSection } from '../../ui/links/routes';

/** In the order of the page (2-back-office §2). */
const ALL = ['prescriptions', 'labtest', 'personal', 'medical', 'sleep', 'sleep-info', 'notes'] as const;

/** How far below the top an item that was asked for comes to stand (2-back-office §2). */
const OFFSET = 300;

/** An item that is not there by then was not in the section at all. */
const GIVE_UP_AFTER_MS = 5000;

/** The sections that a role sees; the notes stand at the side where there is room. */
export function sectionsOf(role: Role): readonly PatientSection[] {
  return ALL.filter((name) => {
    if (name === 'labtest') return role === 'ROLE_DOCTOR';
    if (name === 'notes') return role === 'ROLE_DOCTOR' || role === 'ROLE_OFFICE';
    return true;
  });
}

interface ScrollTarget {
  readonly section: PatientSection | undefined;
  readonly item: string | undefined;
}

/** What the address asks for. */
function useScrollTarget(): ScrollTarget {
  const section = useQueryParam('section');
  const item = useQueryParam('item');
  const prescription = useQueryParam('prescription');
  if (section === undefined && prescription !== undefined) {
    return { section: 'prescriptions', item: prescription };
  }
  return { section: ALL.find((name) => name === section), item };
}

/** The open sections, and the item that the address asks for. */
export function useSections() {
  const wanted = useScrollTarget();
  const { section, item } = wanted;
  const asked = `${section ?? ''} ${item ?? ''}`;
  const [followed, setFollowed] = useState(asked);
  const [opened, setOpened] = useState<ReadonlySet<PatientSection>>(new Set([section ?? 'prescriptions']));
  if (followed !== asked) {
    // Another message led here while the page was open.
    setFollowed(asked);
    if (section) setOpened(new Set([section]));
  }
  useEffect(() => (section ? bring(section, item) : undefined), [section, item]);
  return {
    wanted,
    opened,
    toggle: (name: PatientSection) => {
      setOpened((before) => {
        const next = new Set(before);
        if (!next.delete(name)) next.add(name);
        return next;
      });
    },
    open: (name: PatientSection) => {
      setOpened((before) => new Set(before).add(name));
      document.getElementById(`${name}-title`)?.focus();
    },
  };
}

/** Brings the item into view as soon as it is drawn, or else its section. Gives what ends the wait. */
function bring(section: PatientSection, item: string | undefined): () => void {
  const heading = () =>
    section === 'notes'
      ? document.querySelector<HTMLElement>('[data-notes]')
      : document.getElementById(`${section}-title`);
  const wanted = () =>
    item === undefined
      ? heading()
      : document.querySelector<HTMLElement>(
          `[data-item="${CSS.escape(item)}"], #sleep-${CSS.escape(item)}, #labtest-${CSS.escape(item)}`,
        );
  let frame = 0;
  const show = (element: HTMLElement | null): boolean => {
    if (!element) return false;
    // After what is drawn with it has its size.
    frame = requestAnimationFrame(() => {
      scrollTo(element);
    });
    return true;
  };
  const watch = new MutationObserver(() => {
    if (show(wanted())) stop();
  });
  const timer = setTimeout(() => {
    stop();
    show(heading());
  }, GIVE_UP_AFTER_MS);
  function stop() {
    watch.disconnect();
    clearTimeout(timer);
  }
  if (show(wanted())) stop();
  else watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

function scrollTo(element: HTMLElement): void {
  const box = element.closest<HTMLElement>('[data-scroller]');
  const scrolls = box !== null && getComputedStyle(box).overflowY !== 'visible';
  const top = element.getBoundingClientRect().top - OFFSET;
  if (scrolls) box.scrollBy({ top: top - box.getBoundingClientRect().top });
  else window.scrollBy({ top });
  // The keyboard goes on from here.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
