// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The button of the look-up in the province's drug information, with the dialog
 * that asks for the credentials once a session. It is not drawn where the
 * deployment has no such site.
 */
import { Button, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';

import type { PersonView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { PasswordField } from '../../ui/forms/PasswordField';
import { isBlank } from '../../ui/forms/blank';
import {
  hasLookUpNumber,
  isNotOurs,
  lookUp,
  openWindow,
  storeSealedCredentials,
  sealedCredentials,
} from './commands';
import classes from './pharmanet.module.css';

export function LookUpButton({ person }: { readonly person: PersonView }) {
  const { pharmaNet } = useSettings();
  const [shown, setShown] = useState<'sign-in' | 'no-number' | null>(null);
  const [busy, setBusy] = useState(false);
  if (!pharmaNet) return null;

  const go = async (prepare?: () => Promise<void>): Promise<boolean> => {
    const other = openWindow();
    if (!other) {
      toast.error('Network error', 'Your browser blocked the pop-up. Allow pop-ups for this site.');
      return false;
    }
    setBusy(true);
    try {
      await prepare?.();
      await lookUp(person._id, other);
      return true;
    } catch (failure) {
      other.close();
      if (isNotOurs(failure)) {
        sealedCredentials.forget();
        setShown('sign-in');
        return false;
      }
      throw failure;
    } finally {
      setBusy(false);
    }
  };
  const press = () => {
    if (!hasLookUpNumber(person)) {
      setShown('no-number');
      return;
    }
    if (sealedCredentials.get() === null) {
      setShown('sign-in');
      return;
    }
    go().catch((failure: unknown) => {
      toastFailure(failure, undefined, 'Network error');
    });
  };
  const close = () => {
    setShown(null);
  };
  return (
    <>
      <Button
        variant="default"
        loading={busy && shown === null}
        leftSection={<IconExternalLink size={16} aria-hidden="true" />}
        onClick={press}
      >
        PharmaNet
      </Button>
      <Dialog
        opened={shown === 'no-number'}
        onClose={close}
        title="PHN not found"
        size="sm"
        footer={
          <Button data-autofocus onClick={close}>
            OK
          </Button>
        }
      >
        <p>
          PharmaNet cannot be looked up: the patient does not have a BC Card or Canadian Health Card uploaded.
        </p>
      </Dialog>
      {shown === 'sign-in' && <SignIn onClose={close} onLookUp={go} />}
    </>
  );
}

interface SignInProps {
  readonly onClose: () => void;
  /** Opens the window at once, does what is handed over, and looks up. */
  readonly onLookUp: (prepare: () => Promise<void>) => Promise<boolean>;
}

function SignIn({ onClose, onLookUp }: SignInProps) {
  const form = useId();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const { busy, run } = useCommand();
  const faults = useFaults(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = [
      ...(isBlank(login) ? [{ field: 'login', message: 'Please enter your PharmaNet login' }] : []),
      ...(password === '' ? [{ field: 'password', message: 'Please enter your PharmaNet password' }] : []),
    ];
    faults.set(missing);
    if (missing.length > 0) return;
    await run(async () => {
      if (await onLookUp(() => storeSealedCredentials(login.trim(), password))) onClose();
    }, faults.fromError);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="PharmaNet sign-in"
      size="sm"
      footer={
        <>
          <CancelButton onCancel={onClose} />
          <Button type="submit" form={form} loading={busy}>
            Look up
          </Button>
        </>
      }
    >
      <form id={form} className={classes['form']} noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <p>
          Your PharmaNet credentials are encrypted and kept in this tab until you sign out. Every look-up is
          recorded.
        </p>
        <TextInput
          id="login"
          label="PharmaNet login"
          autoComplete="off"
          data-autofocus
          value={login}
          error={faults.error('login')}
          onChange={(event) => {
            setLogin(event.currentTarget.value);
            faults.clear('login');
          }}
        />
        <PasswordField
          id="password"
          label="PharmaNet password"
          autoComplete="off"
          value={password}
          error={faults.error('password')}
          onChange={(value) => {
            setPassword(value);
            faults.clear('password');
          }}
        />
      </form>
    </Dialog>
  );
}
