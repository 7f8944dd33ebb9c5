// SPDX-License-Identifier: AGPL-3.0-or-later

// The import at work: how far, which step, what was skipped, and a way to call it off. Without one, what
// became of the newest.
import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleDotted } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ImportsView, ImportView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { announce } from '../../ui/feedback/announce';
import { toastFailure, toastUnread } from '../../ui/feedback/toastFailure';
import { formatDateTime } from '../../ui/format';
import { Card } from '../../ui/page/Card';
import { cancelImport, saveSkipped } from './commands';
import { ContinueImport } from './ContinueImport';
import classes from './manageData.module.css';
import { formatCount, timeLeft, percentDone, importSteps } from './progress';
import { ImportState } from './ImportState';

interface Props {
  readonly imports: ImportsView;
  /** When they were last asked for, in milliseconds. */
  readonly at: number;
}

export function ActiveImport({ imports, at }: Props) {
  const [newest] = imports.items;
  if (imports.active !== null) return <Running key={imports.active._id} import={imports.active} at={at} />;
  if (newest === undefined) {
    return (
      <Card title="No import is running">
        <p className={classes['hint']}>No imports yet. Choose a resource and a file to get started.</p>
      </Card>
    );
  }
  return <Ended key={newest._id} import={newest} />;
}

function title(one: ImportView): string {
  if (one.kind === 'build') return 'Build Drugs';
  return one.kind === 'undo' ? 'Restoring the previous drug list' : `Importing ${one.resource}`;
}

function Running({ import: one, at }: { readonly import: ImportView; readonly at: number }) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const [seen] = useState(() => ({ at, rows: one.rowsDone }));
  const done = percentDone(one);
  const rest = timeLeft(one, seen, at);
  const cancel = async () => {
    await run(
      (key) => cancelImport(one._id, key),
      (failure) => toastFailure(failure),
    );
    await refresh(client, 'import');
  };
  return (
    <Card className={classes['running']} title={title(one)} action={<ImportState state={one.state} />}>
      <div className={classes['form']}>
        <p className={classes['figures']}>
          <strong>{done}%</strong>
          <span>
            {one.rowsTotal === 0
              ? 'Counting rows'
              : `${formatCount(one.rowsDone)} of ${formatCount(one.rowsTotal)} rows`}
          </span>
          {rest !== undefined && <span className={classes['rest']}>{rest}</span>}
        </p>
        <Progress value={done} aria-label={title(one)} />
        <ol className={classes['steps']}>
          {importSteps(one.stage).map((step) => {
            const Icon =
              step.state === 'done'
                ? IconCircleCheck
                : step.state === 'current'
                  ? IconCircleDashed
                  : IconCircleDotted;
            return (
              <li
                key={step.label}
                data-state={step.state}
                aria-current={step.state === 'current' ? 'step' : undefined}
              >
                <Icon size={16} aria-hidden="true" /> {step.label}
              </li>
            );
          })}
        </ol>
        <Skipped import={one} soFar />
        <div className={classes['footer']}>
          <span>
            Started {formatDateTime(one.createdAt)}
            {one.by !== null && ` by ${one.by}`}
          </span>
          <Button
            variant="subtle"
            color="arbutus"
            className="s-danger-quiet"
            loading={busy}
            onClick={() => void cancel()}
          >
            Cancel import
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Ended({ import: one }: { readonly import: ImportView }) {
  const name = one.kind === 'import' ? one.resource : title(one);
  const [told] = one.report;
  useEffect(() => {
    if (told !== undefined) announce(told);
  }, [told]);
  return (
    <Card title={`Last: ${name}`} action={<ImportState state={one.state} />}>
      <div className={classes['form']}>
        <ul className={classes['report']}>
          {one.report.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Skipped import={one} />
        {one.state === 'failed' && one.silent.length > 0 && <ContinueImport import={one} />}
        <div className={classes['footer']}>
          <span>
            Ended {formatDateTime(one.endedAt ?? one.createdAt)}
            {one.by !== null && `, started by ${one.by}`}
          </span>
        </div>
      </div>
    </Card>
  );
}

function Skipped({ import: one, soFar = false }: { readonly import: ImportView; readonly soFar?: boolean }) {
  if (one.rowsSkipped === 0) return null;
  const save = () => saveSkipped(one._id).catch(toastUnread);
  return (
    <div className={classes['skipped']}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <div>
        <span>
          {formatCount(one.rowsSkipped)} {one.rowsSkipped === 1 ? 'row' : 'rows'} skipped
          {soFar ? ' so far' : ''}
          {one.reasons.length > 0 ? ':' : '.'}
        </span>
        {one.reasons.length > 0 && (
          <ul>
            {one.reasons.slice(0, 3).map((reason) => (
              <li key={`${reason.file} ${reason.reason}`}>
                {reason.file}: {formatCount(reason.rows)}, the first in line {formatCount(reason.firstLine)}:{' '}
                {reason.reason}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button variant="subtle" onClick={() => void save()}>
        Download skipped rows
      </Button>
    </div>
  );
}
