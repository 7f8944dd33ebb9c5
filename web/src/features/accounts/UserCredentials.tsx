// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, User Credentials: the e-mail is all that is shown; Edit opens phones and password, and the
// e-mail has a way of its own (EmailWizard). Every change takes the current password.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { session } from '../../api/session';
import { toast } from '../../ui/feedback/toasts';
import { useFaults } from '../../ui/forms/faults';
import { PasswordField } from '../../ui/forms/PasswordField';
import type { ProfileStatus } from '../../ui/forms/SaveStatus';
import { formatPhone } from '../../ui/format';
import { Facts } from '../../ui/page/Card';
import { EditCard } from '../../ui/page/EditCard';
import { BestPhone, PasswordPair, PhonePair } from './CredentialFields';
import { updateCredential } from './commands';
import { changesIn, credentialsOf, type OwnCredentials, ownCredentialFaults } from './ownCredentials';
import classes from './profile.module.css';

interface UserCredentialsProps {
  readonly me: UserView;
  readonly editing: boolean;
  readonly blocked: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
  readonly onChangeEmail: () => void;
}

export function UserCredentials({
  me,
  editing,
  blocked,
  onEdit,
  onClose,
  onChangeEmail,
}: UserCredentialsProps) {
  const [form, setForm] = useState<OwnCredentials>(() => credentialsOf(me));
  const [status, setStatus] = useState<ProfileStatus | null>(null);
  const faults = useFaults(
    editing
      ? {
          typed: form,
          stored: credentialsOf(me),
          keep: { name: 'credentials', restore: (typed) => set(typed) },
        }
      : null,
  );
  const cache = useQueryClient();
  const patient = me.Role === 'ROLE_PATIENT';
  const set = (change: Partial<OwnCredentials>) => {
    setForm((before) => ({ ...before, ...change }));
    setStatus('changed');
    for (const field of Object.keys(change)) faults.clear(field);
  };
  const open = () => {
    setForm(credentialsOf(me));
    setStatus(null);
    faults.clear();
    onEdit();
  };
  const cancel = () => {
    setStatus(null);
    faults.clear();
    onClose();
  };
  const save = async () => {
    const found = ownCredentialFaults(form, me);
    faults.set(found);
    if (found.length > 0 || status === 'updating') return;
    setStatus('updating');
    const changes = changesIn(form, me);
    try {
      const { token, ...user } = await updateCredential(me._id, {
        ...changes,
        currentPassword: form.currentPassword,
      });
      // A new password ends the token that was in use until now.
      if (token === null) session.setUser(user);
      else await session.renew(token, user);
      setStatus('saved');
      toast.success('Update user credential successful');
      // Another password ends the other sessions.
      void refresh(cache, 'session');
      onClose();
    } catch (failure) {
      setStatus('changed');
      // A new password may have ended this session: that is said once somebody goes on (decision 251).
      if (changes.Password === undefined) void session.changeFailed(failure);
      faults.fromError(failure);
    }
  };
  const parts = { form, set, faults };
  return (
    <EditCard
      title="User Credentials"
      summary={me.Email}
      editing={editing}
      blocked={blocked}
      onEdit={open}
      onCancel={cancel}
      onSave={() => void save()}
      status={status}
      faults={faults}
      shown={
        <div className={classes['row']}>
          <Facts columns={1} items={[['Email', me.Email]]} />
          {!blocked && (
            <Button variant="subtle" onClick={onChangeEmail}>
              Change email
            </Button>
          )}
        </div>
      }
      form={
        <>
          {patient ? (
            <>
              <Facts columns={1} items={[['Cell phone', formatPhone(me.Person.PhoneNumber)]]} />
              <p className={classes['hint']}>
                You can’t change this number yourself. If it has changed, contact the clinic.
              </p>
              <BestPhone {...parts} cell={form.PhoneNumber} />
            </>
          ) : (
            <PhonePair {...parts} />
          )}
          <p className={classes['hint']}>Leave blank to keep your current password.</p>
          <PasswordPair {...parts} labels={['New Password', 'Confirm Password']} />
          <div className={classes['half']}>
            <PasswordField
              id="currentPassword"
              label="Current password"
              autoComplete="current-password"
              value={form.currentPassword}
              error={faults.error('currentPassword')}
              onChange={(currentPassword) => set({ currentPassword })}
            />
          </div>
        </>
      }
    />
  );
}
