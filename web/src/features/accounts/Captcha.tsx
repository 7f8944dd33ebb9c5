// SPDX-License-Identifier: AGPL-3.0-or-later

// The provider's checkbox, drawn by its own script from the address in the settings. Nothing is
// shown where the settings name no captcha (automatic mode).
import { useEffect, useId, useRef, useState } from 'react';
import { useSettings } from '../../api/queries';
import { Notice } from '../../ui/feedback/states';
import { FieldError } from '../../ui/forms/faults';

interface CaptchaOptions {
  readonly sitekey: string;
  readonly callback: (answer: string) => void;
  readonly 'expired-callback': () => void;
}

interface CaptchaScript {
  readonly ready: (then: () => void) => void;
  readonly render: (place: HTMLElement, options: CaptchaOptions) => number;
  readonly reset: (widget?: number) => void;
}

declare global {
  interface Window {
    grecaptcha?: CaptchaScript;
  }
}

let loading: Promise<CaptchaScript> | undefined;

function load(address: string): Promise<CaptchaScript> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => {
      const found = window.grecaptcha;
      if (!found) reject(new Error('the captcha script brought no captcha'));
      else found.ready(() => resolve(found));
    });
    script.addEventListener('error', () => {
      loading = undefined;
      reject(new Error('the captcha script cannot be loaded'));
    });
    document.head.append(script);
  });
  return loading;
}

export function useNeedsCaptcha(): boolean {
  const { captchaSiteKey, captchaScriptUrl, automatic } = useSettings();
  return !automatic && captchaSiteKey !== null && captchaScriptUrl !== null;
}

interface CaptchaProps {
  readonly onAnswer: (answer: string | null) => void;
  readonly error?: string | undefined;
  /** A new number asks for a fresh answer: each one counts once. */
  readonly round: number;
}

export function Captcha({ onAnswer, error, round }: CaptchaProps) {
  const { captchaSiteKey, captchaScriptUrl } = useSettings();
  const [failed, setFailed] = useState(false);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const widget = useRef<number | undefined>(undefined);
  const answer = useRef(onAnswer);
  useEffect(() => {
    answer.current = onAnswer;
  }, [onAnswer]);
  const errorId = useId();
  useEffect(() => {
    if (!place || captchaSiteKey === null || captchaScriptUrl === null) return;
    load(captchaScriptUrl)
      .then((script) => {
        if (place.childElementCount > 0) return;
        widget.current = script.render(place, {
          sitekey: captchaSiteKey,
          callback: (given) => answer.current(given),
          'expired-callback': () => answer.current(null),
        });
      })
      .catch(() => setFailed(true));
  }, [place, captchaSiteKey, captchaScriptUrl]);
  useEffect(() => {
    if (round === 0 || widget.current === undefined) return;
    answer.current(null);
    window.grecaptcha?.reset(widget.current);
  }, [round]);
  return (
    <div
      id="captcha"
      className="s-field"
      data-faulty={error ? true : undefined}
      role="group"
      aria-label="Confirm you’re not a robot"
      aria-describedby={error ? errorId : undefined}
    >
      {error && (
        <div id={errorId} className="s-field-error">
          <FieldError message={error} />
        </div>
      )}
      <div ref={setPlace} />
      {failed && (
        <Notice kind="error" live>
          The security check did not load. Check your connection and refresh the page.
        </Notice>
      )}
    </div>
  );
}
