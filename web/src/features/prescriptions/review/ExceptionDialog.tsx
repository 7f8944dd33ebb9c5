// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A drug of a crossed-out class: the doctor goes on by an explicit act with a
 * reason, which is kept in the change history and the audit (decision 157).
 * Controlled substances never come here; the server refuses them for good.
 */
import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';

import { ApiError, type FieldFault } from '../../../api/failures';
import type { ExceptionReason } from '../../../api/generated/schema';
import { useCommand } from '../../../api/useCommand';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { isUnanswered, wordsOf } from '../../../ui/feedback/failureText';
import { CancelButton } from '../../../ui/forms/CancelButton';
import { isBlank } from '../../../ui/forms/blank';
import { FieldError } from '../../../ui/forms/faults';
import { HereAgain } from '../../../ui/forms/HereAgain';
import { useUnsaved } from '../../../ui/forms/unsaved';
import type { Exception } from './commands';
import styles from './review.module.css';

/** The reasons, in the server's order (`prescribing::REASONS`). */
const REASONS: readonly { code: ExceptionReason; text: string }[] = [
  { code: 'CONTINUING', text: 'The patient already takes it and is stable on it' },
  { code: 'SPECIALIST', text: 'A specialist started it' },
  { code: 'ASSESSED', text: 'The patient was assessed for it in this encounter' },
  { code: 'NO_OTHER_WAY', text: 'The patient cannot get it another way in time' },
  { code: 'OTHER', text: 'Another reason' },
];

const MAX_CHARACTERS = 500;

type Props = {
  /** The drug's name with its strength. */
  drug: string;
  /** Why it is crossed out: the server's sentence. */
  why: string;
  /** What happens with the reason: the button's word. */
  verb: 'Approve' | 'Save';
  /** Rejects with the refusal when the server names fields. */
  onGive: (exception: Exception) => Promise<void>;
  onClose: () => void;
};

export function ExceptionDialog({ drug, why, verb, onGive, onClose }: Props) {
  const [code, setCode] = useState<ExceptionReason | null>(null);
  const [text, setText] = useState('');
  const form = useUnsaved(text !== '', {
    name: `exception ${drug}`,
    typed: { code, text },
    stored: { code: null, text: '' },
    restore: (typed) => {
      setCode(typed.code);
      setText(typed.text);
    },
  });
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const { busy, run } = useCommand();
  const fault = (field: string) => {
    const found = faults.find((one) => one.field === `exception.${field}`);
    return found ? <FieldError message={found.message} /> : undefined;
  };

  const give = async () => {
    if (code === null) {
      setFaults([{ field: 'exception.code', message: 'Please choose a reason.' }]);
      return;
    }
    const work = () => onGive({ code, text: isBlank(text) ? null : text.trim() });
    await run(work, (failure) => {
      form.failed(isUnanswered(failure));
      if (!(failure instanceof ApiError)) {
        setFaults([{ field: 'exception.text', message: wordsOf(failure) }]);
        return;
      }
      const named = failure.errors.filter((one) => one.field.startsWith('exception.'));
      setFaults(named.length > 0 ? named : [{ field: 'exception.text', message: failure.message }]);
    });
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Prescribe ${drug}`}
      size="md"
      footer={
        <>
          <CancelButton onCancel={onClose}>Do not prescribe it</CancelButton>
          <Button type="submit" form="exception-form" loading={busy}>
            {verb} with this reason
          </Button>
        </>
      }
    >
      <form
        id="exception-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void give();
        }}
      >
        <p className={styles.dialogWords}>{why}</p>
        <HereAgain of={form} />{' '}
        <Radio.Group
          label="Why do you prescribe it?"
          value={code}
          error={fault('code')}
          onChange={(value) => {
            setCode(value);
            setFaults([]);
          }}
        >
          <Stack gap="xs" mt="xs">
            {REASONS.map((reason, index) => (
              <Radio
                key={reason.code}
                value={reason.code}
                label={reason.text}
                data-autofocus={index === 0 || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          mt="md"
          label="In your words"
          description={
            code === 'OTHER'
              ? 'Colleagues read it. The patient does not.'
              : 'Optional. The patient does not see it.'
          }
          rows={2}
          maxLength={MAX_CHARACTERS}
          required={code === 'OTHER'}
          value={text}
          error={fault('text')}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFaults([]);
          }}
        />
        <p className={styles.meta}>
          Your name, the time and the reason are kept in the change history and in the audit.
        </p>
      </form>
    </Dialog>
  );
}
