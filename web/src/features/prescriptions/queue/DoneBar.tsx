// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The foot of a patient of whom nothing is left to do: what was done, in one sentence, and the next patient, who
 * opens by themselves after some seconds. Only going on happens by itself: everything of this patient is decided
 * and sent before the bar is there. It waits while it is pointed at or in focus, while a dialog is open and while
 * the window is not the one that is worked in; any key or press elsewhere says that work goes on here, and ends it.
 */
import { Button } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useDeviceSwitch } from '../../../ui/deviceSwitch';
import { announce } from '../../../ui/feedback/announce';
import { Kbd } from '../../../ui/Kbd';
import classes from './DoneBar.module.css';
import { goesOnSwitch } from './goesOn';
import { useClaims } from './useClaims';

/** So long the next patient waits. */
const GOES_ON_AFTER_MS = 10_000;
const TICK_MS = 250;

/** Keys that do nothing by themselves, and those that lead to the bar. */
const SILENT_KEYS: ReadonlySet<string> = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta']);

type State = 'counts' | 'waits' | 'stays';

interface DoneBarProps {
  readonly personId: string;
  /** "2 approved, 1 rejected, fax on its way to Tidewater Pharmacy." */
  readonly sum: string;
  /** What would be left behind; null when nothing is. */
  readonly unfinished: string | null;
}

export function DoneBar({ personId, sum, unfinished }: DoneBarProps) {
  const claims = useClaims();
  const bar = useRef<HTMLElement>(null);
  const isOn = useDeviceSwitch(goesOnSwitch);
  const [stays, setStays] = useState(false);
  const [left, setLeft] = useState(GOES_ON_AFTER_MS);
  const [isWaiting, setIsWaiting] = useState(false);
  const remaining = useRef(GOES_ON_AFTER_MS);
  /** How often somebody worked on the page since the bar came. */
  const worked = useRef(0);
  const state: State = stays || !isOn || unfinished !== null ? 'stays' : isWaiting ? 'waits' : 'counts';

  const onTick = useEffectEvent(() => {
    const waits = isHeldUp(bar.current);
    setIsWaiting(waits);
    if (waits) return;
    remaining.current -= TICK_MS;
    setLeft(Math.max(0, remaining.current));
    // Once: when nobody waits, or the answer is lost, one stays here.
    if (remaining.current !== 0) return;
    setStays(true);
    const before = worked.current;
    claims.next(personId, () => worked.current === before);
  });
  const runs = state !== 'stays';
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => onTick(), TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);

  const onWork = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent && SILENT_KEYS.has(event.key)) return;
    const isInside = event.target instanceof Node && bar.current?.contains(event.target);
    if (isInside && !(event instanceof KeyboardEvent && event.key === 'Escape')) return;
    worked.current += 1;
    setStays(true);
  });
  useEffect(() => {
    const listen = (event: Event) => onWork(event);
    // Before anything else hears of it: a dialog that closes by Escape takes the event along.
    const options = { capture: true, passive: true };
    for (const kind of WORK) document.addEventListener(kind, listen, options);
    return () => {
      for (const kind of WORK) document.removeEventListener(kind, listen, options);
    };
  }, []);

  const onFirst = useEffectEvent(() => {
    announce(
      runs ? `${sum} The next patient opens in ${left / 1000} seconds. Press Escape to stay here.` : sum,
    );
  });
  useEffect(() => onFirst(), []);

  return (
    <section ref={bar} tabIndex={-1} className={classes['bar']} aria-label="Finished" data-no-print>
      <IconCircleCheck size={20} aria-hidden="true" />
      <p className={classes['words']}>
        <strong>{sum}</strong>
        <span>
          {state === 'counts' && (
            <>
              Next patient in <span className={classes['number']}>{Math.ceil(left / 1000)}</span> s
            </>
          )}
          {state === 'waits' && 'Waiting while you are here'}
          {state === 'stays' && (unfinished ?? 'Nothing is left to review.')}
        </span>
      </p>
      {runs && (
        <Button
          className={classes['stay'] ?? ''}
          variant="default"
          aria-keyshortcuts="Escape"
          rightSection={<Key>Esc</Key>}
          onClick={() => {
            setStays(true);
            // The button is gone: what it belonged to keeps the focus.
            bar.current?.focus();
          }}
        >
          Stay here
        </Button>
      )}
      <Button
        loading={claims.busy === 'next'}
        leftSection={<IconArrowRight size={16} aria-hidden="true" />}
        rightSection={<Key>g</Key>}
        onClick={() => {
          setStays(true);
          claims.next(personId);
        }}
      >
        Next patient
      </Button>
      {runs && (
        <span
          className={classes['countdown']}
          style={{ transform: `scaleX(${left / GOES_ON_AFTER_MS})` }}
          aria-hidden="true"
        />
      )}
      {claims.dialog}
    </section>
  );
}

/** What tells that somebody works on the page. */
const WORK = ['keydown', 'pointerdown', 'wheel', 'input'] as const;

/** Whether the bar is pointed at or in focus, a dialog is open, or another window is worked in. */
function isHeldUp(bar: HTMLElement | null): boolean {
  return (
    document.hidden ||
    // Of two windows with the same patient, one goes on.
    !document.hasFocus() ||
    bar?.matches(':hover') === true ||
    bar?.contains(document.activeElement) === true ||
    document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  );
}

function Key({ children }: { readonly children: string }) {
  return (
    <span aria-hidden="true" className={classes['keycap']}>
      <Kbd>{children}</Kbd>
    </span>
  );
}
