// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Records how the patient was met before an approval: by what means, from when
 * to when (decision 143). It is kept as it was recorded.
 */
import { Button, Group, NumberInput, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';

import { ApiError } from '../../../api/failures';
import type { EncounterView } from '../../../api/generated/schema';
import { useCommand } from '../../../api/useCommand';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { isUnanswered } from '../../../ui/feedback/failureText';
import { clockTime, momentAt } from '../../../ui/format';
import { CancelButton } from '../../../ui/forms/CancelButton';
import { type AsSent, useAsSent } from '../../../ui/forms/asSent';
import { HereAgain } from '../../../ui/forms/HereAgain';
import { useFaultedForm } from '../../../ui/forms/useFaultedForm';
import { ENCOUNTER_LABELS } from './encounterLabels';
import styles from './review.module.css';

type Kind = EncounterView['kind'];
type Props = {
  label: string;
  /** Rejects with the refusal when the server names fields. */
  onSave: (encounter: { how: Kind; start: string; end: string }, asSent: AsSent) => Promise<void>;
  onClose: () => void;
};

const KINDS: readonly Kind[] = ['phone', 'msg', 'video'];
const USUAL_MINUTES = 10;
const HOUR_MS = 3_600_000;
/** A later time than now means the day before only where that is no longer ago: the longest that an encounter takes. */
const LONGEST_MS = 8 * HOUR_MS;

interface Values {
  readonly how: Kind;
  readonly start: string;
  readonly minutes: number | string;
}

/** It is mostly recorded right after it. */
function justEnded(): Values {
  const start = clockTime(new Date(Date.now() - USUAL_MINUTES * 60_000).toISOString());
  return { how: 'phone', start, minutes: USUAL_MINUTES };
}

/** When the encounter began: today, or after midnight the evening before; null when it is no time. */
function beganAt(start: string): { readonly moment: Date; readonly day: 'Today' | 'Yesterday' } | null {
  const now = new Date();
  const today = momentAt(start, now);
  if (today === null) return null;
  const yesterday = momentAt(start, new Date(now.getTime() - 24 * HOUR_MS));
  if (today > now && yesterday !== null && now.getTime() - yesterday.getTime() <= LONGEST_MS)
    return { moment: yesterday, day: 'Yesterday' };
  return { moment: today, day: 'Today' };
}

export function EncounterDialog({ label, onSave, onClose }: Props) {
  const [usual] = useState(justEnded);
  const { busy, run } = useCommand();
  const { values, setValues, faults } = useFaultedForm(`encounter ${label}`, usual);
  const asSent = useAsSent(values);

  const save = () => {
    const began = beganAt(values.start)?.moment ?? null;
    const length = Number(values.minutes);
    if (began === null || !(length > 0)) {
      faults.set([
        ...(began === null ? [{ field: 'start', message: 'Enter a time, such as 14:05.' }] : []),
        ...(length > 0 ? [] : [{ field: 'end', message: 'Enter how many minutes it lasted.' }]),
      ]);
      return;
    }
    const end = new Date(began.getTime() + length * 60_000);
    void run(
      () => onSave({ how: values.how, start: began.toISOString(), end: end.toISOString() }, asSent),
      (failure) => {
        faults.leave.failed(isUnanswered(failure));
        if (failure instanceof ApiError)
          faults.set(
            failure.errors.length > 0 ? failure.errors : [{ field: 'end', message: failure.message }],
          );
      },
    );
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Record encounter, ${label}`}
      size="md"
      footer={
        <>
          <CancelButton onCancel={onClose} />
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
          save();
        }}
      >
        <HereAgain of={faults.leave} />
        <Radio.Group
          label="Encounter type"
          value={values.how}
          error={faults.error('kind')}
          onChange={(value) => {
            setValues({ how: KINDS.find((kind) => kind === value) ?? 'phone' });
          }}
        >
          <Group gap="lg" mt="xs">
            {KINDS.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={ENCOUNTER_LABELS[kind]}
                data-autofocus={kind === values.how}
              />
            ))}
          </Group>
        </Radio.Group>
        <div className={styles.encounterTimes}>
          <TextInput
            label="Start"
            type="time"
            description={`${beganAt(values.start)?.day ?? 'Today'}, clinic time`}
            value={values.start}
            error={faults.error('start')}
            onChange={(event) => {
              setValues({ start: event.currentTarget.value });
              faults.clear();
            }}
          />
          <NumberInput
            label="Minutes"
            description="How long it lasted"
            value={values.minutes}
            error={faults.error('end')}
            min={1}
            max={480}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            onChange={(value) => {
              setValues({ minutes: value });
              faults.clear();
            }}
          />
        </div>
        <p className={styles.meta}>Encounters can’t be edited once recorded.</p>
      </form>
    </Dialog>
  );
}
