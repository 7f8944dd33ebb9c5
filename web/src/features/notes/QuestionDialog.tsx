// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Offers to save what the patient was asked as the question for the related
 * medications, so that it need not be written again. Markers are not part of it.
 */
import { Checkbox, Group, Textarea } from '@mantine/core';
import { useState } from 'react';

import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Notice } from '../../ui/feedback/states';
import { isUnanswered, unansweredText, wordsOf } from '../../ui/feedback/failureText';
import { toast } from '../../ui/feedback/toasts';
import { CancelButton } from '../../ui/forms/CancelButton';
import { isBlank } from '../../ui/forms/blank';
import { HereAgain } from '../../ui/forms/HereAgain';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { useUnsaved } from '../../ui/forms/unsaved';
import styles from './notes.module.css';

/** A medication of the request, with the classes a question may be saved for. */
export interface RelatedMedication {
  readonly name: string;
  readonly numbers: readonly string[];
}

export type SaveQuestion = (number: string, question: string) => Promise<void>;

type Props = {
  text: string;
  related: readonly RelatedMedication[];
  onSave: SaveQuestion;
  onClose: () => void;
};

export function QuestionDialog({ text, related, onSave, onClose }: Props) {
  const [question, setQuestion] = useState(text);
  const all = related.map((one) => one.name);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(all));
  const leave = useUnsaved(question !== text, {
    name: `question ${text}`,
    typed: { question, chosen: [...chosen] },
    stored: { question: text, chosen: all },
    restore: (typed) => {
      setQuestion(typed.question);
      setChosen(new Set(typed.chosen));
    },
  });
  const { busy, run } = useCommand();
  const [failure, setFailure] = useState<unknown>(null);
  const numbers = new Set(related.filter((one) => chosen.has(one.name)).flatMap((one) => one.numbers));
  const save = async () => {
    setFailure(null);
    const work = async () => {
      for (const number of numbers) await onSave(number, question.trim());
      toast.success('Save question successfully');
      onClose();
    };
    await run(work, (failed) => {
      leave.failed(isUnanswered(failed));
      setFailure(failed);
    });
  };
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Save this question for related medications?"
      footer={
        <Group justify="flex-end" gap="sm">
          <CancelButton data-autofocus disabled={busy} onCancel={onClose}>
            Not now
          </CancelButton>
          <ReasonedButton
            reason={
              isBlank(question)
                ? 'Write a question first.'
                : numbers.size === 0
                  ? 'Choose a medication first.'
                  : null
            }
            loading={busy}
            onClick={() => void save()}
          >
            Save question
          </ReasonedButton>
        </Group>
      }
    >
      <HereAgain of={leave} />{' '}
      <Textarea
        label="Question"
        rows={4}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <fieldset className={styles.related}>
        <legend>Medications</legend>
        {related.map((one) => (
          <Checkbox
            key={one.name}
            label={one.name}
            checked={chosen.has(one.name)}
            onChange={() => toggle(one.name)}
          />
        ))}
      </fieldset>
      {failure !== null && (
        <Notice kind="error" title={unansweredText(failure) ?? 'The question was not saved'} live>
          {unansweredText(failure) === null && wordsOf(failure)}
        </Notice>
      )}
    </Dialog>
  );
}
