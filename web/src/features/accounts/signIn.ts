// SPDX-License-Identifier: AGPL-3.0-or-later

// What the sign-in form does between its screens: the two calls, the lockout, the remembered device.
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../api/client';
import { ApiError } from '../../api/failures';
import type { SignInAnswer } from '../../api/generated/schema';
import { session } from '../../api/session';
import { type Faults, useFaults } from '../../ui/forms/faults';
import { authenticate, type Credentials } from './commands';
import { type Lockout, useLockout } from './useLockout';

/** The code of a staff member's device; it spares the authenticator code for 12 hours. */
const DEVICE = 'salal.device';
const LOCKED_S = 300;

type Stage =
  | { readonly at: 'password' }
  | {
      readonly at: 'code';
      readonly via: 'sms' | 'authenticator';
      readonly enrol: { secret: string; otpauthUrl: string } | null;
    }
  | { readonly at: 'in'; readonly answer: SignInAnswer; readonly after: Stage };

export interface SignIn {
  readonly stage: Stage;
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly captcha: string | null;
  readonly setCaptcha: (answer: string | null) => void;
  readonly captchaRound: number;
  readonly busy: boolean;
  readonly faults: Faults;
  /** A refusal that belongs to no field. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
  readonly lockout: Lockout;
  readonly submit: (needsCaptcha: boolean) => Promise<void>;
  readonly verify: (code: string) => Promise<void>;
  readonly back: () => void;
}

export function useSignIn(staff: boolean): SignIn {
  const [stage, setStage] = useState<Stage>({ at: 'password' });
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [captchaRound, setCaptchaRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<SignIn['refusal']>(null);
  const running = useRef(false);
  const faults = useFaults();
  const lockout = useLockout();

  const arrive = (answer: SignInAnswer) => {
    if (answer.token && answer.user) {
      if (staff && answer.storedCode) localStorage.setItem(DEVICE, answer.storedCode);
      setStage((after) => ({ at: 'in', answer, after }));
      session.signIn(answer.token, answer.user);
    } else {
      setCode('');
      setStage({
        at: 'code',
        via: answer.via ?? (staff ? 'authenticator' : 'sms'),
        enrol: answer.enrol ?? null,
      });
    }
  };

  const fail = (failure: unknown) => {
    if (failure instanceof ApiError && failure.status === 429) {
      setStage({ at: 'password' });
      setPassword('');
      lockout.start(failure.retryAfterSeconds ?? LOCKED_S);
    }
    if (failure instanceof ApiError && failure.code === 'WRONG_CODE') {
      setCode('');
      faults.set([{ field: 'code', message: failure.message }]);
    } else if (failure instanceof ApiError && failure.errors.length > 0) {
      faults.fromError(failure);
    } else {
      setRefusal({
        code: failure instanceof ApiError ? failure.code : '',
        message:
          failure instanceof Error ? failure.message : 'Some error happens. Please try again or contact us.',
      });
    }
  };

  const ask = async (more: Partial<Credentials>) => {
    // A second press while the first is on its way is the same press.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setRefusal(null);
    faults.clear();
    const device = staff ? localStorage.getItem(DEVICE) : null;
    try {
      arrive(
        await authenticate(
          {
            Email: email.trim(),
            Password: password,
            Role: staff ? 'ROLE_DOCTOR' : 'ROLE_PATIENT',
            ...(device !== null && !more.code ? { storedCode: device } : {}),
            ...more,
          },
          newIdempotencyKey(),
        ),
      );
    } catch (failure) {
      fail(failure);
      setCaptchaRound((round) => round + 1);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return {
    stage,
    email,
    setEmail,
    password,
    setPassword,
    code,
    setCode,
    captcha,
    setCaptcha,
    captchaRound,
    busy,
    faults,
    refusal,
    lockout,
    submit: async (needsCaptcha) => {
      if (lockout.left > 0) return;
      const missing = [
        ...(email.trim() === '' ? [{ field: 'Email', message: 'Email is required' }] : []),
        ...(password === '' ? [{ field: 'Password', message: 'Password is required' }] : []),
        ...(needsCaptcha && captcha === null
          ? [{ field: 'captcha', message: 'Tick this box to continue.' }]
          : []),
      ];
      faults.set(missing);
      if (missing.length === 0) await ask(captcha === null ? {} : { captcha });
    },
    verify: async (typed) => {
      if (typed.trim() === '') faults.set([{ field: 'code', message: 'Verification code is required.' }]);
      else await ask({ code: typed.trim() });
    },
    back: () => {
      faults.clear();
      setRefusal(null);
      setCaptchaRound((round) => round + 1);
      setStage({ at: 'password' });
    },
  };
}
