// SPDX-License-Identifier: AGPL-3.0-or-later

/** Beginning a thread as staff: to a patient, who is found by searching, or to a group of the staff. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconSend, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useMe } from '../../../api/session';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { MAYBE_DONE } from '../../../ui/feedback/failureText';
import { toast } from '../../../ui/feedback/toasts';
import { ErrorSummary, FieldError } from '../../../ui/forms/faults';
import { HereAgain } from '../../../ui/forms/HereAgain';
import { useUnsaved } from '../../../ui/forms/unsaved';
import { useNextFocus } from '../../../ui/forms/useNextFocus';
import { sendMessage } from '../commands';
import { MessageFields } from '../MessageFields';
import type { PatientPicker as Picker } from '../slots';
import { useNewMessage } from '../useNewMessage';
import styles from './staff.module.css';

const PATIENT = 'Patient';
const GROUPS = ['Doctor', 'Office', 'Customer Service'] as const;

const NOBODY: { kind: string; patient: { id: string; name: string } | null } = { kind: '', patient: null };

type Props = { PatientPicker: Picker; onClose: () => void };

export function StaffCompose({ PatientPicker, onClose }: Props) {
  const me = useMe();
  const client = useQueryClient();
  // Customer service works from messages only: it cannot look patients up (decision 10).
  const kinds: readonly string[] = me.Role === 'ROLE_CUSTOMERSERVICE' ? GROUPS : [PATIENT, ...GROUPS];
  const [kind, setKind] = useState(kinds[0] ?? '');
  const [patient, setPatient] = useState<{ id: string; name: string } | null>(null);
  const goOn = useNextFocus(patient === null);
  const [asking, setAsking] = useState(false);
  const form = useNewMessage();
  useUnsaved(!form.isEmpty, {
    name: 'recipient',
    typed: { kind, patient },
    stored: NOBODY,
    restore: (typed) => {
      setKind(typed.kind);
      setPatient(typed.patient);
    },
  });
  const { faults, busy } = form;
  const to = kind === PATIENT ? (patient?.id ?? '') : kind;
  const send = () =>
    form.press(
      (key, letter) => sendMessage(client, { to, ...form.values }, key, letter),
      () => {
        toast.success(`Your message was sent to ${kind === PATIENT ? (patient?.name ?? '') : kind}.`);
        onClose();
      },
    );
  const leave = () => {
    if (busy) return;
    if (form.isEmpty) onClose();
    else setAsking(true);
  };
  if (asking) {
    return (
      <ConfirmDialog
        opened
        title="Discard this message?"
        question={
          faults.leave.isUnanswered() ? MAYBE_DONE : 'What you wrote and the files you attached will be lost.'
        }
        safeLabel="Keep writing"
        dangerLabel="Discard"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    );
  }
  return (
    <Dialog
      opened
      onClose={leave}
      title="New message"
      asksItself
      size={680}
      footer={
        <>
          <Button variant="default" onClick={leave} disabled={busy}>
            Cancel
          </Button>
          <Button
            loading={busy}
            leftSection={<IconSend size={18} aria-hidden="true" />}
            onClick={() => void send()}
          >
            Send
          </Button>
        </>
      }
    >
      <form className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={form.faults.leave} />
        <fieldset className={styles.to}>
          <legend>To</legend>
          <SegmentedControl
            aria-label="To"
            value={kind}
            data={[...kinds]}
            onChange={(next) => {
              setKind(next);
              form.changed('to');
            }}
          />
          <div id="to" tabIndex={-1}>
            {kind === PATIENT && patient && (
              <span className={styles.chosen}>
                <strong>{patient.name}</strong>
                <Button
                  variant="subtle"
                  leftSection={<IconX size={16} aria-hidden="true" />}
                  onClick={() => {
                    goOn(() => document.querySelector<HTMLElement>('#to input'));
                    setPatient(null);
                  }}
                >
                  Change recipient
                </Button>
              </span>
            )}
            {kind === PATIENT && !patient && (
              <PatientPicker
                onChoose={(person) => {
                  setPatient(person);
                  form.changed('to');
                  requestAnimationFrame(() => document.getElementById('subject')?.focus());
                }}
              />
            )}
          </div>
          <ToFault text={faults.faults.find((fault) => fault.field === 'to')?.message} />
        </fieldset>
        <MessageFields form={form} rows={{ min: 4, max: 12 }} hint={styles.hint} onSend={() => void send()} />
      </form>
    </Dialog>
  );
}

/** Why nobody can be written to yet. */
function ToFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div className={styles.fault}>
      <FieldError message={text} />
    </div>
  );
}
