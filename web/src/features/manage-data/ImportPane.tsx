// SPDX-License-Identifier: AGPL-3.0-or-later

// Chooses a resource and its files, by the file dialog or by dropping them, and sends them.
import { Button, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileTypeCsv, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../api/client';
import { ApiError } from '../../api/failures';
import type { ColumnsView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { failureText } from '../../ui/feedback/failureText';
import { Notice } from '../../ui/feedback/states';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { useNextFocus } from '../../ui/forms/useNextFocus';
import { Card } from '../../ui/page/Card';
import { columnsOf, sendFiles } from './commands';
import classes from './manageData.module.css';
import { MappingPane } from './MappingPane';
import { type Chosen, chosenTwice, missingFields, mapText, proposedMapping } from './mapping';
import { formatBytes } from './progress';

const CHOOSE = 'Please choose the file and correct resource name before import!';
const WAIT = 'Wait for the running import to finish first.';

interface Props {
  readonly resources: readonly string[];
  /** Another import is at work. */
  readonly busy: boolean;
}

interface Draft {
  readonly resource: string;
  readonly files: readonly File[];
  readonly chosen: Chosen;
}

export function ImportPane({ resources, busy }: Props) {
  const client = useQueryClient();
  const { values, setFieldValue } = useForm<Draft>({
    mode: 'controlled',
    initialValues: { resource: '', files: [], chosen: {} },
  });
  const { resource, files, chosen } = values;
  const [sending, setSending] = useState(false);
  const [warning, setWarning] = useState<string | null>(null);
  const [found, setFound] = useState<ColumnsView | null>(null);
  const asked = useRef(0);
  // Lists of others name their columns as they like: the server proposes which is which.
  const look = async (of: string, sent: readonly File[]) => {
    asked.current += 1;
    const turn = asked.current;
    setFound(null);
    const [file] = sent;
    if (of === '' || file === undefined || sent.length > 1) return;
    try {
      const columns = await columnsOf(of, file);
      if (turn !== asked.current || columns === null || !columns.needsMapping) return;
      setFound(columns);
      setFieldValue('chosen', proposedMapping(columns));
    } catch {
      // What is wrong with the file is told by its import.
    }
  };
  const send = async () => {
    if (resource === '' || files.length === 0) {
      setWarning(CHOOSE);
      return;
    }
    const without = found === null ? [] : missingFields(found, chosen);
    const twice = found === null ? [] : chosenTwice(chosen);
    if (without.length > 0 || twice.length > 0) {
      setWarning(
        without.length > 0
          ? `Please choose a column for: ${without.join(', ')}.`
          : `One column is used for two fields: ${twice.join(', ')}.`,
      );
      return;
    }
    setWarning(null);
    setSending(true);
    try {
      await sendFiles(resource, files, found === null ? '' : mapText(found, chosen), newIdempotencyKey());
      setFieldValue('files', []);
      setFound(null);
    } catch (failure) {
      const [fault] = failure instanceof ApiError ? failure.errors : [];
      setWarning(fault?.message ?? failureText(failure));
    }
    setSending(false);
    await refresh(client, 'import');
  };
  return (
    <Card title="Import a file">
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !sending) void send();
        }}
      >
        <NativeSelect
          label="Resource"
          value={resource}
          onChange={(event) => {
            setFieldValue('resource', event.currentTarget.value);
            setWarning(null);
            void look(event.currentTarget.value, files);
          }}
          data={[{ value: '', label: 'Choose a resource' }, ...resources]}
        />
        <Files
          files={files}
          onFiles={(next) => {
            setFieldValue('files', next);
            setWarning(null);
            void look(resource, next);
          }}
        />
        {found !== null && (
          <MappingPane found={found} chosen={chosen} onChange={(next) => setFieldValue('chosen', next)} />
        )}
        {warning !== null && (
          <Notice kind="warning" live>
            {warning}
          </Notice>
        )}
        <ReasonedButton
          type="submit"
          reason={busy ? WAIT : null}
          loading={sending}
          leftSection={<IconUpload size={18} aria-hidden="true" />}
        >
          Import
        </ReasonedButton>
      </form>
    </Card>
  );
}

function Files({
  files,
  onFiles,
}: {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const goOn = useNextFocus(files.length === 0);
  /** To the one button, which chooses while there is nothing and takes away what there is. */
  const put = (next: readonly File[]) => {
    goOn(() => zone.current?.querySelector('button'));
    onFiles(next);
  };
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div>
      <p className={classes['label']} id="manage-data-file">
        File
      </p>
      {/* Dropping is a short cut of the button inside. */}
      <div
        ref={zone}
        className={classes['drop']}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {files.length === 0 ? (
          <>
            <Button
              variant="default"
              aria-describedby="manage-data-file"
              onClick={() => input.current?.click()}
            >
              Choose a file
            </Button>
            <span className={classes['hint']}>or drop it here</span>
          </>
        ) : (
          <>
            <IconFileTypeCsv size={28} aria-hidden="true" />
            <ul className={classes['files']}>
              {files.map((file) => (
                <li key={`${file.name} ${file.size}`}>
                  <strong>{file.name}</strong> <span>{formatBytes(file.size)}</span>
                </li>
              ))}
            </ul>
            <Button
              variant="subtle"
              color="arbutus"
              className="s-danger-quiet"
              aria-label={`Remove ${files.map((file) => file.name).join(', ')}`}
              onClick={() => put([])}
            >
              Remove
            </Button>
          </>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="File to import"
        accept=".csv,.json,.txt,.zip,.gz"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (chosen.length > 0) put(chosen);
        }}
      />
      <p className={classes['hint']}>JSON or CSV, also zipped as Health Canada publishes it</p>
    </div>
  );
}
