// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Why a line is rejected, or approved with a word: the doctor picks a reason of
 * the one list, reads the sentence that the patient will read, and may write
 * own words for the record. From the keyboard a figure picks and Enter decides.
 */
import { Button, Group, Radio, Text, Textarea } from '@mantine/core';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { DecisionReason, MedicationView, ReasonCode } from '../../../api/generated/schema';
import { useOptions } from '../../../api/queries';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { ErrorState, Loading } from '../../../ui/feedback/states';
import { CancelButton } from '../../../ui/forms/CancelButton';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { isBlank } from '../../../ui/forms/blank';
import { HereAgain } from '../../../ui/forms/HereAgain';
import { useUnsaved } from '../../../ui/forms/unsaved';
import { isChord } from '../../../ui/keyboard/chord';
import { drugLabel } from './lines';
import styles from './reason.module.css';
import { KeyCap } from './labels';
import { reasonForm } from './reasonForm';

/** A reason as it is sent with a decision. */
export type GivenReason = {
  code: ReasonCode | null;
  text: string | null /** As the list says it. */;
  label?: string | null;
};

const MAX_CHARACTERS = 500;

type Props = {
  line: MedicationView;
  decision: 'Approved' | 'Rejected';
  /** Null for a decision without a reason. */
  onDecide: (reason: GivenReason | null) => void;
  onClose: () => void;
};

export function ReasonDialog({ line, decision, onDecide, onClose }: Props) {
  const options = useOptions();
  const [kept] = useState(() => reasonForm(line, decision));
  const [code, setCode] = useState(kept.stored.code);
  const [text, setText] = useState(kept.stored.text);
  const form = useUnsaved(text !== kept.stored.text, {
    ...kept,
    typed: { code, text },
    restore: (typed) => {
      setCode(typed.code);
      setText(typed.text);
    },
  });
  const reasons = (options.data?.decisionReasons ?? []).filter((one) => one.decision === decision);
  const chosen = reasons.find((one) => one.code === code);
  const act = decision === 'Rejected' ? 'Reject' : 'Approve';
  const tooLong = text.trim().length > MAX_CHARACTERS;
  const missing = tooLong
    ? `Please use at most ${MAX_CHARACTERS} characters.`
    : chosen || !isBlank(text)
      ? null
      : 'Choose what we tell the patient.';
  // The list may come after the dialog: the figures need the focus inside it.
  const begin = reasons.find((one) => one.code === line.reason?.code) ?? reasons[0];
  const beginId = begin ? radioId(begin) : '';
  useEffect(() => {
    document.getElementById(beginId)?.focus();
  }, [beginId]);
  const decide = () => {
    if (missing === null)
      onDecide({ code, text: isBlank(text) ? null : text.trim(), label: chosen?.label ?? null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement) {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide();
      return;
    }
    const figure = reasons[keyOf(event.key)];
    if (figure && !isChord(event)) {
      event.preventDefault();
      setCode(figure.code);
      document.getElementById(radioId(figure))?.focus();
    }
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      decide();
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${act} ${drugLabel(line)}`}
      size="lg"
      footer={
        <Group justify="flex-end" gap="sm">
          <CancelButton onCancel={onClose} />
          <Button
            variant="default"
            onClick={() => {
              onDecide(null);
            }}
          >
            {act} without a reason
          </Button>
          <ReasonedButton reason={missing} onClick={decide}>
            {act}
          </ReasonedButton>
        </Group>
      }
    >
      {/* Figures work wherever the focus is inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown}>
        <HereAgain of={form} /> {options.isPending && <Loading rows={4} />}
        {options.isError && (
          <ErrorState
            text="The reasons couldn’t be loaded"
            error={options.error}
            onRetry={() => void options.refetch()}
          />
        )}
        <Radio.Group
          label={decision === 'Rejected' ? 'Why is it not approved?' : 'What should the patient know?'}
          description="The patient reads the sentence below the reason and what to do next."
          value={code}
          onChange={setCode}
        >
          <div className={styles.reasons}>
            {reasons.map((one, at) => (
              <Radio
                key={one.code}
                id={radioId(one)}
                value={one.code}
                data-autofocus={one === begin || undefined}
                label={
                  <span className={styles.label}>
                    {one.label}
                    <KeyCap>{keyName(at)}</KeyCap>
                  </span>
                }
              />
            ))}
          </div>
        </Radio.Group>
        <p className={styles.patientNotice} role="status">
          {chosen ? (
            <>
              <strong>{chosen.sentence}</strong> {chosen.advice}
            </>
          ) : (
            <Text span c="dimmed">
              {decision === 'Rejected'
                ? 'We tell the patient that it was not approved, to message the clinic, and to see a doctor if it can’t wait.'
                : 'We tell the patient only the decision.'}
            </Text>
          )}
        </p>
        <Textarea
          label="Own words"
          description="For the record only. The patient never sees them."
          autosize
          minRows={2}
          value={text}
          error={tooLong ? `Please use at most ${MAX_CHARACTERS} characters.` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
      </div>
    </Dialog>
  );
}

const radioId = (reason: DecisionReason) => `reason-${reason.code}`;

/** "1" to "9", then "0". */
const keyName = (at: number) => String((at + 1) % 10);

function keyOf(key: string): number {
  if (!/^\d$/.test(key)) return -1;
  return key === '0' ? 9 : Number(key) - 1;
}
