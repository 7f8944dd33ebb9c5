// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What became of paper: handed to the patient, to the pharmacy, or faxed from a
 * machine, to whom and when. Until then the work stays in the queue. The same
 * small form records a telephone call while a cancellation waits.
 */
import { TextInput } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';

import type { CopyView, PrescriptionView } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { isBlank } from '../../ui/forms/blank';
import { useAsSent } from '../../ui/forms/asSent';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useUnsaved } from '../../ui/forms/unsaved';
import { recordHandedOver, recordPharmacyInformed } from './commands';
import { localNow, momentOf } from './copies';
import styles from './copies.module.css';
import { useCopyAction } from './useCopyAction';

type Props = {
  prescription: PrescriptionView;
  copy: CopyView;
  onChanged: (newest: PrescriptionView) => void;
  onClose: () => void;
};

const HAND_OVER_METHODS = [
  { value: 'patient', label: 'Handed to the patient', who: 'To whom' },
  { value: 'pharmacy', label: 'Handed to the pharmacy', who: 'To whom' },
  { value: 'faxed', label: 'Faxed from a machine', who: 'To which number, and who sent it' },
] as const;

export function HandOverDialog({ prescription, copy, onChanged, onClose }: Props) {
  const [how, setHow] = useState<(typeof HAND_OVER_METHODS)[number]['value']>();
  const id = useId();
  const who = HAND_OVER_METHODS.find((one) => one.value === how)?.who ?? 'To whom';
  return (
    <WhoAndWhen
      prescription={prescription}
      copy={copy}
      title={`What happened to the paper copy of ${prescription.label}?`}
      save="Confirm"
      who={who}
      missing={how === undefined ? 'how it left' : null}
      onChanged={onChanged}
      onClose={onClose}
      run={async (to, at, key) =>
        how === undefined
          ? prescription
          : recordHandedOver(prescription._id, { copyId: copy._id, how, to, at }, key)
      }
      isDone={({ handed }, to, me) => handed?.by._id === me && handed.how === how && handed.to === to}
    >
      <p>
        {`Copy ${copy.number} was printed for ${copy.pharmacyName}. If it was not handed over, void it instead.`}
      </p>
      <div className={styles.ways} role="radiogroup" aria-label="How it left">
        {HAND_OVER_METHODS.map((one) => (
          <label key={one.value} className={styles.card}>
            <input
              type="radio"
              name={`${id}-how`}
              checked={how === one.value}
              onChange={() => setHow(one.value)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
    </WhoAndWhen>
  );
}

export function PharmacyInformedDialog({ prescription, copy, onChanged, onClose }: Props) {
  return (
    <WhoAndWhen
      prescription={prescription}
      copy={copy}
      title={`${copy.pharmacyName} was notified by telephone`}
      save={`Record it, copy ${copy.number} is void`}
      who="Who answered"
      missing={null}
      onChanged={onChanged}
      onClose={onClose}
      run={(toldName, toldAt, key) =>
        recordPharmacyInformed(prescription._id, { copyId: copy._id, toldName, toldAt }, key)
      }
      isDone={({ void: voided }, toldName, me) => voided?.toldBy?._id === me && voided.toldName === toldName}
    >
      <p>{`They know that copy ${copy.number} of ${prescription.label} must not be filled.`}</p>
    </WhoAndWhen>
  );
}

type FormProps = {
  prescription: PrescriptionView;
  copy: CopyView;
  title: string;
  save: string;
  who: string;
  missing: string | null;
  run: (who: string, at: string | null, key: string) => Promise<PrescriptionView>;
  /** Whether a copy shows that this was recorded of it by me, with the same name. */
  isDone: (copy: CopyView, who: string, me: string) => boolean;
  onChanged: (newest: PrescriptionView) => void;
  onClose: () => void;
  children: ReactNode;
};

function WhoAndWhen({
  prescription,
  copy,
  title,
  save,
  who,
  missing,
  run,
  isDone,
  onChanged,
  onClose,
  children,
}: FormProps) {
  const [name, setName] = useState('');
  const [at, setAt] = useState(() => localNow(new Date()));
  const form = useUnsaved(name !== '', {
    name: `${save} ${copy._id}`,
    typed: { name, at },
    // Now is another moment by then: what stood there is when it was handed over.
    stored: { name: '', at: '' },
    restore: (typed) => {
      setName(typed.name);
      setAt(typed.at);
    },
  });
  const asSent = useAsSent([name, at]);
  const { busy, refusal, act } = useCopyAction({ prescription, form, asSent, onChanged, onClose });
  const lacking = [missing, isBlank(name) ? 'who' : null, momentOf(at) === null ? 'when' : null]
    .filter((one) => one !== null)
    .join(', ');
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <CancelButton onCancel={onClose} disabled={busy}>
            Not yet
          </CancelButton>
          <ReasonedButton
            reason={lacking === '' ? null : `Missing: ${lacking}.`}
            loading={busy}
            onClick={() => {
              const to = name.trim();
              void act(
                (key) => run(to, momentOf(at), key),
                ({ copies }, me) => copies.some((one) => one._id === copy._id && isDone(one, to, me)),
              );
            }}
          >
            {save}
          </ReasonedButton>
        </>
      }
    >
      <div className={styles.form}>
        <HereAgain of={form} /> {children}
        <TextInput
          label={who}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="When"
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
        {refusal !== null && (
          <p role="alert" className={styles.fault}>
            {refusal}
          </p>
        )}
      </div>
    </Dialog>
  );
}
