// SPDX-License-Identifier: AGPL-3.0-or-later

// "No code yet? Send another": one code at a time, with a pause after each, and the server's own limit
// counted down when it is reached.
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/failures';
import { announce } from '../../ui/feedback/announce';
import { wordsOf } from '../../ui/feedback/failureText';
import classes from './accounts.module.css';
import { minutesAndSeconds, useLockout } from './useLockout';

/** A message takes a while; nobody should pile up codes of which only the last one counts. */
const PAUSE_S = 30;
/** When the server says "too many" without saying for how long. */
const LIMIT_S = 300;

interface SendAnotherProps {
  /** Sends the code; what it answers is said aloud and shown. Null: nothing could be sent. */
  readonly send: () => Promise<string | null | undefined>;
  /** A code was sent by the step before. */
  readonly justSent?: boolean;
  readonly disabled?: boolean;
}

export function SendAnother({ send, justSent = false, disabled = false }: SendAnotherProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const { left, start } = useLockout();
  useEffect(() => {
    if (justSent) start(PAUSE_S);
    // Counted from the moment the step is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const waiting = left > 0;
  const ask = async () => {
    if (waiting || busy || disabled) return;
    setBusy(true);
    setSaid('');
    try {
      const answer = await send();
      if (answer === null) return;
      if (answer !== undefined) {
        setSaid(answer);
        announce(answer);
      }
      start(PAUSE_S);
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 429) start(failure.retryAfterSeconds ?? LIMIT_S);
      const why = wordsOf(failure);
      setSaid(why);
      announce(why);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes['centred']}>
      No code yet?{' '}
      <button
        type="button"
        className={classes['textButton']}
        aria-disabled={waiting || busy || disabled || undefined}
        aria-describedby="send-another-why"
        onClick={() => void ask()}
      >
        Send another
      </button>
      <span id="send-another-why">
        {waiting && <span aria-hidden="true">{` in ${minutesAndSeconds(left)}`}</span>}
        {waiting && <span className="s-visually-hidden">Please wait for the code we already sent.</span>}
      </span>
      {said !== '' && <p className={classes['said']}>{said}</p>}
    </div>
  );
}
