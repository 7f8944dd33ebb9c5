// SPDX-License-Identifier: AGPL-3.0-or-later

/** Manage Teleplan: pulls the latest remittance, says how far it is, and lists what a person must see. */
import { Button, Group, PasswordInput, Progress } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileSetAside, PullStatus } from '../../api/generated/schema';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime } from '../../ui/format';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { Card, Facts } from '../../ui/page/Card';
import { FormColumns } from '../../ui/page/FormColumns';
import { Page } from '../../ui/page/Page';
import css from './billing.module.css';
import { changeTeleplanPassword, pullLatest, retryFile } from './commands';
import { Exceptions } from './Exceptions';
import { statusRetrieved } from './queries';
import { useAction } from './useAction';

export function ManageTelePage() {
  const status = useQuery(statusRetrieved());
  const { busy, act } = useAction();
  const pull = status.data?.pull ?? null;
  const running = pull !== null && (pull.state === 'queued' || pull.state === 'running');
  return (
    <Page
      title="Manage Teleplan"
      lead="Download MSP’s latest payments, refusals and holds."
      actions={
        <Button
          leftSection={<IconCloudDownload size={18} aria-hidden="true" />}
          loading={busy || running}
          onClick={() =>
            void act('pull', async (key) => {
              await pullLatest(key);
            })
          }
        >
          Pull latest remittance
        </Button>
      }
    >
      <FormColumns beside={<PasswordCard />}>
        <Card title="Latest pull">
          {status.isPending ? (
            <Loading rows={2} />
          ) : status.isError ? (
            <ErrorState error={status.error} onRetry={() => void status.refetch()} />
          ) : pull === null ? (
            <EmptyState
              text="No remittance pulled yet"
              hint="A pull brings what MSP paid, refused or holds, and matches it with the bills."
            />
          ) : (
            <Pull pull={pull} running={running} />
          )}
        </Card>
      </FormColumns>
      {(status.data?.setAside.length ?? 0) > 0 && (
        <Card title={`Kept but not recorded (${status.data?.setAside.length ?? 0})`}>
          <ul className={css['lines']}>
            {status.data?.setAside.map((file) => (
              <SetAside key={file._id} file={file} />
            ))}
          </ul>
        </Card>
      )}
      <Exceptions />
      {(status.data?.messages.length ?? 0) > 0 && (
        <Card title="Messages from MSP">
          <ul className={css['medications']}>
            {status.data?.messages.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function Pull({ pull, running }: { readonly pull: PullStatus; readonly running: boolean }) {
  const percent = pull.total === 0 ? 0 : Math.round((pull.done / pull.total) * 100);
  return (
    <div className={css['form']}>
      {running && (
        <div role="status">
          <p>{`${pull.stage}, ${percent} %`}</p>
          <Progress value={percent} aria-label="Progress of the pull" />
        </div>
      )}
      {pull.state === 'failed' && <Notice kind="error" title={pull.why ?? 'The pull failed.'} />}
      <Facts
        columns={3}
        items={[
          ['Started', formatDateTime(pull.startedAt)],
          ['Ended', pull.endedAt ? formatDateTime(pull.endedAt) : ''],
          ['Files', pull.files],
          ['New lines', pull.lines],
          ['Matched with a bill', pull.matched],
          ['Needs review', pull.exceptions],
        ]}
      />
    </div>
  );
}

/** Faults of one file that are shown; the first are the worst. */
const MAX_SHOWN = 20;

/** A file that waits: what speaks against it, the worst first, and the button that takes it again. */
function SetAside({ file }: { readonly file: FileSetAside }) {
  const { busy, act } = useAction();
  const [asked, setAsked] = useState(false);
  const take = (allTheSame: boolean) =>
    void act(allTheSame, async (key) => {
      const answer = await retryFile(file._id, allTheSame, key);
      if (!answer.taken) {
        setAsked(true);
        return;
      }
      const known = answer.known === 0 ? '' : `, ${answer.known} known before`;
      toast.success(`${file.name} was recorded: ${answer.lines} lines${known}`);
    });
  const more = file.faults.length - MAX_SHOWN;
  return (
    <li>
      <div>
        <strong>{file.name}</strong>
        <p className={css['about']}>{`${file.lines} lines, fetched ${formatDateTime(file.fetchedAt)}`}</p>
        <ul className={css['medications']}>
          {file.faults.slice(0, MAX_SHOWN).map((fault) => (
            <li key={`${fault.line} ${fault.text}`}>
              {fault.line === 0 ? fault.text : `Line ${fault.line}: ${fault.text}`}
            </li>
          ))}
          {more > 0 && <li>{`and ${more} more`}</li>}
        </ul>
      </div>
      <Group gap="sm" align="flex-start">
        <Button
          variant="default"
          loading={busy}
          aria-label={`Record again: ${file.name}`}
          onClick={() => take(false)}
        >
          Record again
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked}
        title={`${file.name} is still incomplete`}
        question={
          <>
            <p>{file.faults[0]?.text ?? 'Some of its lines seem to be missing.'}</p>
            <p>
              {`Its ${file.lines} lines can be recorded as they are. If the complete file arrives later, only what is new in it will count.`}
            </p>
          </>
        }
        safeLabel="Keep it set aside"
        dangerLabel="Record it anyway"
        danger={false}
        onConfirm={() => {
          setAsked(false);
          take(true);
        }}
        onClose={() => setAsked(false)}
      />
    </li>
  );
}

function PasswordCard() {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const faults = useFaults({ typed: password + confirm, stored: '', keep: null });
  const { busy, act } = useAction();
  return (
    <Card title="Teleplan password">
      <form
        className={css['narrow']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void act(
            [password, confirm],
            async (key) => {
              const { message } = await changeTeleplanPassword(password, confirm, key);
              faults.clear();
              setPassword('');
              setConfirm('');
              toast.success(message);
            },
            faults.fromError,
          );
        }}
      >
        <p className={css['about']}>
          Passwords expire after 42 days. Changing it here also changes it at Teleplan.
        </p>
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <PasswordInput
          id="password"
          label="New password"
          autoComplete="new-password"
          value={password}
          error={faults.error('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          id="confirm"
          label="Confirm new password"
          autoComplete="new-password"
          value={confirm}
          error={faults.error('confirm')}
          onChange={(event) => setConfirm(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" variant="default" loading={busy} disabled={password === ''}>
            Change password
          </Button>
        </Group>
      </form>
    </Card>
  );
}
