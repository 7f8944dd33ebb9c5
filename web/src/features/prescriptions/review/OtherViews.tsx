// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The two other views of a prescription: Requested, exactly what the patient
 * sent and read-only, and Text, the wording the doctor may write instead of
 * the lines.
 */
import { Button, Group, Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';

import type { MedicationView, PrescriptionView } from '../../../api/generated/schema';
import { isUnanswered } from '../../../ui/feedback/failureText';
import { formatDateTime } from '../../../ui/format';
import { CancelButton } from '../../../ui/forms/CancelButton';
import { HereAgain } from '../../../ui/forms/HereAgain';
import { useUnsaved } from '../../../ui/forms/unsaved';
import { textOf } from './commandFacts';
import { DrugName } from './DrugName';
import { firstUsage, REVIEW, usageLine } from './lines';
import styles from './review.module.css';

/** The drug of a line as it was before anybody changed it. */
function requestedDrug(line: MedicationView) {
  return line.changes[0] ?? line;
}

export function RequestedView({ prescription }: { prescription: PrescriptionView }) {
  const { person } = prescription;
  return (
    <>
      <ul className={styles.lines} aria-label="Requested by the patient">
        {prescription.medications.map((line) => {
          const usage = firstUsage(line);
          return (
            <li key={line._id} className={styles.line}>
              <div className={styles.lineGrid}>
                <div>
                  <DrugName drug={requestedDrug(line)} />
                </div>
                <p className={styles.usage}>{usage ? usageLine(usage) : ''}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <p className={styles.footer}>
        <IconLock size={16} aria-hidden="true" />
        {`As ${person.FirstName} ${person.LastName} sent it, ${formatDateTime(prescription.createdAt)}. Read only.`}
      </p>
    </>
  );
}

type TextProps = {
  prescription: PrescriptionView;
  /** The doctor, as long as the prescription is open; everybody else reads. */
  editable: boolean;
  busy: boolean;
  /** Names what was on screen when typing began; answers whether it was saved: until then it stays. A lost answer is thrown. */
  onSave: (text: string, begunOn: PrescriptionView) => Promise<boolean>;
};

export function TextView({ prescription, editable, busy, onSave }: TextProps) {
  const saved = textOf(prescription);
  const [draft, setDraft] = useState<{ text: string; begunOn: PrescriptionView } | null>(null);
  const text = draft?.text ?? saved;
  const leave = useUnsaved(
    text !== saved,
    {
      name: `text ${prescription._id}`,
      typed: text,
      stored: saved,
      restore: (typed) => setDraft({ text: typed, begunOn: prescription }),
    },
    undefined,
    REVIEW,
  );
  const save = async () => {
    try {
      if (await onSave(text, draft?.begunOn ?? prescription)) setDraft(null);
    } catch (failure) {
      if (!isUnanswered(failure)) throw failure;
      leave.failed(true);
    }
  };
  return (
    <div className={styles.textView}>
      <HereAgain of={leave} />{' '}
      <Textarea
        label={`Text of ${prescription.label}`}
        classNames={{ label: styles.hidden ?? '' }}
        rows={Math.max(3, text.split('\n').length + 1)}
        readOnly={!editable}
        value={text}
        onChange={(event) => {
          setDraft({ text: event.currentTarget.value, begunOn: draft?.begunOn ?? prescription });
        }}
      />
      {editable && (
        <Group justify="space-between" mt="sm">
          <Group gap="sm">
            <Button
              disabled={busy || text === saved}
              aria-describedby={`text-hint-${prescription._id}`}
              onClick={() => {
                void save();
              }}
            >
              Save
            </Button>
            <CancelButton
              leave={leave}
              variant="subtle"
              disabled={draft === null}
              onCancel={() => {
                setDraft(null);
              }}
            />
          </Group>
          <span className={styles.meta} id={`text-hint-${prescription._id}`}>
            {text === saved
              ? 'Edit the text to enable Save.'
              : 'Saved with the request. The pharmacy receives the medication lines, not this text.'}
          </span>
        </Group>
      )}
    </div>
  );
}
