// SPDX-License-Identifier: AGPL-3.0-or-later

// A renewal as its patient follows it: the five steps, played once in eight seconds. It stands at its end where
// motion is not wanted, and until the page has come to life; the button stops it, or plays it again.
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { Timeline } from '../../../ui/status/Timeline';
import classes from './hero.module.css';

const STEPS = [
  { code: 'CREATED', label: 'Sent', when: 'You choose your medications' },
  { code: 'PENDING', label: 'Paid', when: 'Payment received' },
  { code: 'ACKNOWLEDGED', label: 'Being reviewed', when: 'A doctor opened your request' },
  { code: 'APPROVED', label: 'Decided', when: '2 of 2 medications' },
  { code: 'FAXED', label: 'At your pharmacy', when: 'Your pharmacy has it' },
] as const;
const LAST = STEPS.length - 1;
const STEP_MS = 8000 / STEPS.length;
/** The page is seen whole before anything on it moves. */
const PAUSE_MS = 1200;

export function LiveSample() {
  const [at, setAt] = useState(LAST);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setTimeout(() => {
      setAt(0);
      setPlaying(true);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => {
      if (at < LAST) setAt(at + 1);
      else setPlaying(false);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [at, playing]);
  const press = () => {
    if (!playing && at === LAST) setAt(0);
    setPlaying(!playing);
  };
  return (
    <div className={classes['sample']}>
      <div className={classes['sampleHead']}>
        <strong>Your renewal</strong>
        <StatusBadge code={STEPS[at]?.code ?? 'FAXED'} />
      </div>
      <Timeline
        label="How a request works"
        steps={STEPS.map(({ label, when }, step) => ({
          label,
          when,
          state: step < at || at === LAST ? 'done' : step === at ? 'current' : 'todo',
        }))}
        orientation="vertical"
      />
      <button type="button" className={classes['play']} onClick={press}>
        {playing ? (
          <IconPlayerPause size={18} aria-hidden="true" />
        ) : (
          <IconPlayerPlay size={18} aria-hidden="true" />
        )}
        {playing ? 'Pause' : 'Play the steps'}
      </button>
    </div>
  );
}
