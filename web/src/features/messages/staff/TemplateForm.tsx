// SPDX-License-Identifier: AGPL-3.0-or-later

/** Writing one of the clinic's texts for replies. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, sameAsSent } from '../../../api/failures';
import type { MessageTemplate } from '../../../api/generated/schema';
import { refresh } from '../../../api/refresh';
import { useMe } from '../../../api/session';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { Notice } from '../../../ui/feedback/states';
import { toast } from '../../../ui/feedback/toasts';
import { CancelButton } from '../../../ui/forms/CancelButton';
import { ErrorSummary } from '../../../ui/forms/faults';
import { HereAgain } from '../../../ui/forms/HereAgain';
import { useFaultedForm } from '../../../ui/forms/useFaultedForm';
import { addTemplate, changeTemplate } from '../commands';
import { lengthOf, MAX_REPLY_CHARACTERS, nameOf } from '../rules';
import { useSendMessage } from '../useSendMessage';
import { PLACEHOLDERS } from './placeholders';
import styles from './staff.module.css';

type Props = {
  /** None: a new one. */
  template: MessageTemplate | null;
  onDone: () => void;
};

function isTemplate(value: unknown): value is MessageTemplate {
  return typeof value === 'object' && value !== null && 'version' in value && 'body' in value;
}

export function TemplateForm({ template, onDone }: Props) {
  const client = useQueryClient();
  const me = useMe().Person._id;
  const { values, setValues, field, faults, setStored } = useFaultedForm(
    `template ${template?._id ?? 'new'}`,
    {
      name: template?.name ?? '',
      body: template?.body ?? '',
    },
  );
  const { name, body } = values;
  const [base, setBase] = useState(template);
  const [theirs, setTheirs] = useState<MessageTemplate | null>(null);
  const submission = useSendMessage(faults);
  const { busy } = submission;
  const save = () =>
    submission.press(
      async (key) => {
        try {
          await (base
            ? changeTemplate(client, base, { name, body }, key)
            : addTemplate(client, { name, body }, key));
        } catch (failure) {
          const newest =
            failure instanceof ApiError && failure.code === 'STALE_VERSION' && isTemplate(failure.current)
              ? failure.current
              : null;
          if (newest === null) throw failure;
          // Saved before, and its answer was lost.
          if (
            newest.updatedBy._id === me &&
            sameAsSent({ name, body }, { name: newest.name, body: newest.body })
          )
            return await refresh(client, 'template');
          setTheirs(newest);
          throw failure;
        }
      },
      () => {
        toast.success(`The template “${name.trim()}” is saved.`);
        onDone();
      },
    );
  const settle = (take: boolean) => {
    if (!theirs) return;
    const { name: theirName, body: theirBody } = theirs;
    const saved = { name: theirName, body: theirBody };
    if (take) setValues(saved);
    setStored(saved);
    setBase(theirs);
    setTheirs(null);
    submission.drop();
  };
  return (
    <Dialog
      opened
      onClose={() => {
        if (!busy) onDone();
      }}
      title={template ? `Edit “${template.name}”` : 'Add a template'}
      size={640}
      footer={
        <>
          <CancelButton onCancel={onDone} disabled={busy} />
          <Button loading={busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={faults.leave} />
        {theirs && (
          <Notice kind="warning" title={`${nameOf(theirs.updatedBy)} changed it to:`}>
            <strong>{theirs.name}</strong>
            <p className={styles.templateBody}>{theirs.body}</p>
            <span className={styles.buttons}>
              <Button variant="default" onClick={() => settle(true)}>
                Take theirs
              </Button>
              <Button variant="default" onClick={() => settle(false)}>
                Keep mine
              </Button>
            </span>
          </Notice>
        )}
        <TextInput
          {...field('name')}
          label="Name"
          required
          data-autofocus
          onChange={(event) => {
            field('name').onChange(event);
            submission.changed('name');
          }}
        />
        <Textarea
          {...field('body')}
          label="Text"
          required
          autosize
          minRows={5}
          maxRows={14}
          aria-describedby="body-count placeholders"
          onChange={(event) => {
            field('body').onChange(event);
            submission.changed('body');
          }}
        />
        <span
          id="body-count"
          className={styles.hint}
          data-over={lengthOf(body) > MAX_REPLY_CHARACTERS || undefined}
        >
          {`${lengthOf(body)} of ${MAX_REPLY_CHARACTERS}`}
        </span>
        <div id="placeholders">
          <p className={styles.hint}>Filled in automatically when used in a reply:</p>
          <ul className={styles.placeholders}>
            {PLACEHOLDERS.map((one) => (
              <li key={one.name}>
                <code>{`{${one.name}}`}</code> {one.means}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}
