// SPDX-License-Identifier: AGPL-3.0-or-later

// An import that stopped because it would take away what somebody relies on: rules on classes that would match
// nothing, or far fewer drugs, entries of a list that are not in the file, or fax numbers that would be others.
// What is lost, and a way on with a reason, which is recorded.
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/failures';
import type { ImportView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { failureText, isUnanswered } from '../../ui/feedback/failureText';
import { Notice } from '../../ui/feedback/states';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useUnsaved } from '../../ui/forms/unsaved';
import { continueImport } from './commands';
import classes from './manageData.module.css';
import { lossText, lossTitle } from './losses';

/** Characters of a reason, as the server counts them. */
const MIN_CHARACTERS = 5;

export function ContinueImport({ import: one }: { readonly import: ImportView }) {
  const isBuild = one.kind !== 'import';
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const leave = useUnsaved(reason !== '', {
    name: `import ${one._id}`,
    typed: reason,
    stored: '',
    restore: setReason,
  });
  const { busy, run, changed } = useCommand();
  const [fault, setFault] = useState<string | null>(null);
  const send = async () => {
    if (reason.trim().length < MIN_CHARACTERS) {
      setFault('Please say why it is correct that these are lost.');
      return;
    }
    setFault(null);
    await run(
      (key) => continueImport(one._id, reason.trim(), key),
      (failure) => {
        const [first] = failure instanceof ApiError ? failure.errors : [];
        leave.failed(isUnanswered(failure));
        setFault(first?.message ?? failureText(failure));
      },
    );
    await refresh(client, 'import');
  };
  return (
    <form
      className={classes['form']}
      aria-label="Go on with this import"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <Notice kind="warning" title={lossTitle(one)}>
        <ul className={classes['report']}>
          {one.silent.map((rule) => (
            <li key={rule.rule}>
              <strong>{rule.rule}</strong>: {lossText(rule, isBuild)}
            </li>
          ))}
        </ul>
      </Notice>
      <HereAgain of={leave} />{' '}
      <Textarea
        label="Reason"
        description="Recorded with your name in the history and the audit"
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        error={fault}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setFault(null);
          changed();
        }}
      />
      <div className={classes['footer']}>
        <span>What is in use will stay as it is until then.</span>
        <Button type="submit" className="s-danger" loading={busy}>
          {isBuild ? 'Build anyway' : 'Import anyway'}
        </Button>
      </div>
    </form>
  );
}
