// SPDX-License-Identifier: AGPL-3.0-or-later

// What the sign-in form does between its screens: the two calls, the lockout, the remembered device. The
// form keeps what is typed, the command that one press is one call, and `after` where the form is.
import { useReducer } from 'react';
import { ApiError } from '../../api/failures';
import type { SignInAnswer } from '../../api/generated/schema';
import { session, storedCode } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { codeFault } from '../../ui/forms/codeFault';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { authenticate, type Credentials } from './commands';
import { useLockout } from './useLockout';

const LOCKED_S = 300;

interface CodeStage {
  readonly at: 'code';
  readonly via: 'sms' | 'authenticator';
  readonly enrol: { secret: string; otpauthUrl: string } | null;
}

type Stage =
  | { readonly at: 'password' }
  | CodeStage
  | { readonly at: 'in'; readonly answer: SignInAnswer; readonly after: Stage };

/** A refusal that belongs to no field. */
interface Refusal {
  readonly code: string;
  readonly message: string;
}

interface Place {
  readonly stage: Stage;
  readonly refusal: Refusal | null;
  /** Counts the captchas: each is good for one call. */
  readonly captchaRound: number;
}

type Happened =
  | { readonly what: 'asked' }
  | { readonly what: 'code wanted'; readonly stage: CodeStage }
  | { readonly what: 'signed in'; readonly answer: SignInAnswer }
  | { readonly what: 'refused'; readonly refusal: Refusal | null; readonly locked: boolean }
  | { readonly what: 'went back' };

const START: Place = { stage: { at: 'password' }, refusal: null, captchaRound: 0 };

function after(place: Place, happened: Happened): Place {
  switch (happened.what) {
    case 'asked':
      return { ...place, refusal: null };
    case 'code wanted':
      return { ...place, stage: happened.stage };
    case 'signed in':
      return { ...place, stage: { at: 'in', answer: happened.answer, after: place.stage } };
    case 'refused':
      return {
        stage: happened.locked ? START.stage : place.stage,
        refusal: happened.refusal,
        captchaRound: place.captchaRound + 1,
      };
    case 'went back':
      return { ...START, captchaRound: place.captchaRound + 1 };
  }
}

interface Values {
  readonly Email: string;
  readonly Password: string;
  readonly code: string;
  /** The answer to the captcha; null while there is none. */
  readonly captcha: string | null;
}

const EMPTY: Values = { Email: '', Password: '', code: '', captcha: null };

function refusalIn(failure: unknown): Refusal {
  return {
    code: failure instanceof ApiError ? failure.code : '',
    message:
      failure instanceof Error ? failure.message : 'Some error happens. Please try again or contact us.',
  };
}

export type SignIn = ReturnType<typeof useSignIn>;

export function useSignIn(staff: boolean) {
  const [place, tell] = useReducer(after, START);
  const { values, field, setFieldValue, faults } = useFaultedForm(null, EMPTY, { asks: false });
  const { busy, run, changed } = useCommand();
  const lockout = useLockout();

  const arrive = (answer: SignInAnswer) => {
    if (answer.token && answer.user) {
      if (staff && answer.storedCode) storedCode.keep(answer.storedCode);
      tell({ what: 'signed in', answer });
      session.signIn(answer.token, answer.user);
      return;
    }
    setFieldValue('code', '');
    const via = answer.via ?? (staff ? 'authenticator' : 'sms');
    tell({ what: 'code wanted', stage: { at: 'code', via, enrol: answer.enrol ?? null } });
  };

  const fail = (failure: unknown) => {
    const locked = failure instanceof ApiError && failure.status === 429;
    if (locked) {
      setFieldValue('Password', '');
      lockout.start(failure.retryAfterSeconds ?? LOCKED_S);
    }
    let refusal: Refusal | null = null;
    if (failure instanceof ApiError && failure.code === 'WRONG_CODE') {
      setFieldValue('code', '');
      faults.set([{ field: 'code', message: failure.message }]);
    } else if (failure instanceof ApiError && failure.errors.length > 0) {
      faults.fromError(failure);
    } else {
      refusal = refusalIn(failure);
    }
    tell({ what: 'refused', refusal, locked });
    // A press that was answered is over; only the repeat of an unanswered one is the same.
    if (failure instanceof ApiError) changed();
  };

  const ask = async (more: Partial<Credentials>) => {
    const device = staff ? storedCode.get() : null;
    const credentials: Credentials = {
      Email: values.Email.trim(),
      Password: values.Password,
      Role: staff ? 'ROLE_DOCTOR' : 'ROLE_PATIENT',
      ...(device !== null && !more.code ? { storedCode: device } : {}),
      ...more,
    };
    const work = async (key: string) => {
      tell({ what: 'asked' });
      faults.clear();
      arrive(await authenticate(credentials, key));
    };
    await run(work, fail, credentials);
  };

  return {
    ...place,
    values,
    field,
    setFieldValue,
    busy,
    faults,
    lockout,
    submit: async (needsCaptcha: boolean) => {
      if (lockout.left > 0) return;
      const { Email, Password, captcha } = values;
      const missing = [
        ...(Email.trim() === '' ? [{ field: 'Email', message: 'Email is required' }] : []),
        ...(Password === '' ? [{ field: 'Password', message: 'Password is required' }] : []),
        ...(needsCaptcha && captcha === null
          ? [{ field: 'captcha', message: 'Tick this box to continue.' }]
          : []),
      ];
      faults.set(missing);
      if (missing.length === 0) await ask(captcha === null ? {} : { captcha });
    },
    verify: async (typed: string) => {
      const message = codeFault(typed);
      if (message !== null) faults.set([{ field: 'code', message }]);
      else await ask({ code: typed.trim() });
    },
    back: () => {
      faults.clear();
      tell({ what: 'went back' });
    },
  };
}
