// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One laboratory test: when and by whom it was reported, its results, what the
 * laboratory said about it, its earlier versions, and Acknowledge.
 */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { EarlierLabTest, LabTestView } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime } from '../../ui/format';
import { acknowledgeLabTest, newerReport, cacheLabTest } from './commands';
import css from './labs.module.css';
import { Results } from './Results';

interface ResultProps {
  personId: string;
  test: LabTestView;
  opened: boolean;
  /** A message led here. */
  current: boolean;
  onToggle: () => void;
  onAcknowledged: () => void;
}

export function Result({ personId, test, opened, current, onToggle, onAcknowledged }: ResultProps) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const id = `labtest-${test._id}`;
  const Arrow = opened ? IconChevronDown : IconChevronRight;

  const acknowledge = () =>
    run(
      async (key) => {
        const newest = await acknowledgeLabTest(personId, test._id, key);
        onAcknowledged();
        cacheLabTest(client, personId, newest);
      },
      (failure) => {
        const newer = newerReport(failure);
        if (newer) {
          cacheLabTest(client, personId, newer);
          toast.warn('The lab has sent a newer report.', 'Please read the newer report.');
        } else {
          toastFailure(failure, test);
        }
      },
      // A newer report is another test.
      test._id,
    );

  return (
    <article
      id={id}
      className={css.test}
      data-current={current || undefined}
      data-waiting={test.acknowledgedAt === null || undefined}
      aria-labelledby={`${id}-title`}
    >
      <div className={css.head}>
        <h3 className={css.title}>
          <button
            type="button"
            id={`${id}-title`}
            className={css.toggle}
            aria-expanded={opened}
            aria-controls={`${id}-body`}
            onClick={onToggle}
          >
            <Arrow size={16} aria-hidden="true" />
            {test.title === '' ? 'Laboratory report' : test.title}
          </button>
        </h3>
        <span className={css.when}>{formatDateTime(test.createdAt)}</span>
        <span className={css.when}>{test.lab}</span>
        {markedText(test)}
        {test.version > 1 ? <span className={css.tag}>Version {test.version}</span> : null}
        <span className={css.side}>
          {test.acknowledgedAt === null ? (
            <Button
              leftSection={<IconCheck size={16} aria-hidden="true" />}
              loading={busy}
              onClick={() => void acknowledge()}
            >
              Acknowledge
              <span className="s-visually-hidden"> {test.title}</span>
            </Button>
          ) : (
            <span className={css.when}>{acknowledgedText(test)}</span>
          )}
        </span>
      </div>
      <div id={`${id}-body`} className={css.body} hidden={!opened}>
        {opened ? <Body test={test} /> : null}
      </div>
    </article>
  );
}

function Body({ test }: { test: LabTestView }) {
  return (
    <>
      {test.nameDiffers ? (
        <p className={css.warning}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          The report names the patient “{test.reportedName}”. Health number and date of birth are the same.
        </p>
      ) : null}
      <p className={css.note}>
        {test.collectedAt ? `Collected ${formatDateTime(test.collectedAt)}. ` : ''}
        {test.reportedAt ? `Reported ${formatDateTime(test.reportedAt)}. ` : ''}
        Order {test.order}.
      </p>
      <Results label={`Results of ${test.title}`} items={test.items} />
      <Comments lines={test.comments} />
      {test.earlier.map((one) => (
        <Earlier key={one._id} version={one} />
      ))}
    </>
  );
}

function Comments({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return <p className={css.comments}>{lines.join('\n')}</p>;
}

function Earlier({ version }: { version: EarlierLabTest }) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={css.earlier}>
      <button
        type="button"
        className={css.link}
        aria-expanded={opened}
        onClick={() => setOpened((before) => !before)}
      >
        Version {version.version} of {formatDateTime(version.createdAt)}
      </button>
      <span className={css.when}> {acknowledgedText(version)}</span>
      {opened ? (
        <>
          <Results label={`Results of version ${version.version}`} items={version.items} />
          <Comments lines={version.comments} />
        </>
      ) : null}
    </div>
  );
}

function markedText({ items }: LabTestView) {
  const marked = items.filter((item) => item.isMarked).length;
  if (marked === 0) return null;
  return <span className={css.marks}>{`${marked} of ${items.length} marked by the lab`}</span>;
}

function acknowledgedText(one: Pick<LabTestView, 'acknowledgedAt' | 'acknowledgedBy'>): string {
  if (!one.acknowledgedAt) return 'Not acknowledged';
  const by = one.acknowledgedBy ? ` by ${one.acknowledgedBy.FirstName} ${one.acknowledgedBy.LastName}` : '';
  return `Acknowledged ${formatDateTime(one.acknowledgedAt)}${by}`;
}
