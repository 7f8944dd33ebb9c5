// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Records how the patient was met before an approval: by what means, from when
 * to when (decision 143). It is kept as it was recorded.
 */
import { Button, Group, NumberInput, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';

import { ApiError, type FieldFault } from '../../../api/failures';
import type { EncounterView } from '../../../api/generated/schema';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { clockTime, momentAt } from '../../../ui/format';
import { FieldError } from '../../../ui/forms/faults';
import styles from './review.module.css';

type Kind = EncounterView['kind'];
type Props = {
  label: string;
  /** Rejects with the refusal when the server names fields. */
  onSave: (encounter: { how: Kind; start: string; end: string }) => Promise<void>;
  onClose: () => void;
};

export const ENCOUNTER_LABELS: Record<Kind, string> = { phone: 'Phone', msg: 'Message', video: 'Video' };
const KINDS: readonly Kind[] = ['phone', 'msg', 'video'];
const USUAL_MINUTES = 10;

export function EncounterDialog({ label, onSave, onClose }: Props) {
  const [how, setHow] = useState<Kind>('phone');
  const [start, setStart] = useState(() =>
    clockTime(new Date(Date.now() - USUAL_MINUTES * 60_000).toISOString()),
  );
  const [minutes, setMinutes] = useState<number | string>(USUAL_MINUTES);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [busy, setBusy] = useState(false);
  const fault = (field: string) => {
    const found = faults.find((one) => one.field === field);
    return found ? <FieldError message={found.message} /> : undefined;
  };

  const save = async () => {
    const began = momentAt(start, new Date());
    const length = Number(minutes);
    if (began === null || !(length > 0)) {
      setFaults([
        ...(began === null ? [{ field: 'start', message: 'Enter a time, such as 14:05.' }] : []),
        ...(length > 0 ? [] : [{ field: 'end', message: 'Enter how many minutes it lasted.' }]),
      ]);
      return;
    }
    setBusy(true);
    try {
      const end = new Date(began.getTime() + length * 60_000);
      await onSave({ how, start: began.toISOString(), end: end.toISOString() });
    } catch (error) {
      if (error instanceof ApiError)
        setFaults(error.errors.length > 0 ? error.errors : [{ field: 'end', message: error.message }]);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Record encounter, ${label}`}
      size="md"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="encounter-form" loading={busy}>
            Record
          </Button>
        </>
      }
    >
      <form
        id="encounter-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Radio.Group
          label="Encounter type"
          value={how}
          error={fault('kind')}
          onChange={(value) => {
            setHow(KINDS.find((kind) => kind === value) ?? 'phone');
          }}
        >
          <Group gap="lg" mt="xs">
            {KINDS.map((kind) => (
              <Radio key={kind} value={kind} label={ENCOUNTER_LABELS[kind]} data-autofocus={kind === how} />
            ))}
          </Group>
        </Radio.Group>
        <div className={styles.encounterTimes}>
          <TextInput
            label="Start"
            type="time"
            description="Today, clinic time"
            value={start}
            error={fault('start')}
            onChange={(event) => {
              setStart(event.currentTarget.value);
              setFaults([]);
            }}
          />
          <NumberInput
            label="Minutes"
            description="How long it lasted"
            value={minutes}
            error={fault('end')}
            min={1}
            max={480}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            onChange={(value) => {
              setMinutes(value);
              setFaults([]);
            }}
          />
        </div>
        <p className={styles.meta}>Encounters can’t be edited once recorded.</p>
      </form>
    </Dialog>
  );
}
