// SPDX-License-Identifier: AGPL-3.0-or-later

// The state of the installation for administrators: first what somebody has to do, then each part that is
// well in one line, which opens. `salal doctor` says the same.
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconCircleCheck,
  IconInfoCircle,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperationsReport } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { Fingerprint } from '../../ui/Fingerprint';
import { formatDate, formatDateTime } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { type Address, paths } from '../../ui/links/paths';
import { Card, Facts } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { retryKind } from './commands';
import styles from './health.module.css';
import { CHECKED, formatBytes, whyTexts } from './health';
import { operationsReport } from './queries';
import { RestoreHold } from './RestoreHold';

type JobKind = OperationsReport['jobs'][number];
type Service = OperationsReport['services'][number];
type Unconfirmed = OperationsReport['unconfirmed'][number];

export function OperationsPage() {
  const report = useQuery(operationsReport());
  const state = report.data;
  return (
    <Page
      title="Operations"
      wide
      lead={
        state === undefined ? 'The state of the installation.' : `As of ${formatDateTime(state.checkedAt)}.`
      }
      actions={
        <Button
          variant="default"
          loading={report.isFetching && !report.isPending}
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={() => void report.refetch()}
        >
          Refresh
        </Button>
      }
    >
      {report.isPending && <Loading rows={8} />}
      {report.isError && <ErrorState error={report.error} onRetry={() => void report.refetch()} />}
      {state !== undefined && !report.isError && <State state={state} />}
    </Page>
  );
}

function State({ state }: { readonly state: OperationsReport }) {
  const { jobs, services, unconfirmed, versions, backup, restore, audit, disks } = state;
  const failing = services.filter(({ failures }) => failures > 0);
  const parts: readonly PartProps[] = [
    ...(restore === null
      ? []
      : [
          {
            title: 'Restored',
            needs: true,
            line: `From a backup of ${formatDateTime(restore.pointAt)} · ${restore.held} held`,
            children: <RestoreHold />,
          },
        ]),
    {
      title: 'Work',
      needs: jobs.some((job) => job.why !== null || job.givenUp > 0),
      line: jobs.length === 0 ? 'Nothing waiting' : countedText(jobs),
      children: jobs.length > 0 && (
        <DataTable<JobKind>
          label="Work"
          columns={JOBS}
          phone={JOB_ROW}
          rows={jobs}
          rowKey={(row) => row.kind}
          empty={null}
        />
      ),
    },
    {
      title: 'Outcome unknown',
      needs: unconfirmed.length > 0,
      line:
        unconfirmed.length === 0
          ? 'Every payment, refund, fax and claims file was confirmed'
          : `${unconfirmed.length} not confirmed by a service`,
      children: unconfirmed.length > 0 && (
        <DataTable<Unconfirmed>
          label="Outcome unknown"
          columns={UNCONFIRMED}
          phone={UNCONFIRMED_ROW}
          rows={unconfirmed}
          rowKey={(row) => `${row.kind} ${row._id}`}
          empty={null}
        />
      ),
    },
    {
      title: 'Outside services',
      needs: failing.length > 0,
      line: servicesText(services),
      children: (
        <DataTable<Service>
          label="Outside services"
          columns={SERVICES}
          phone={SERVICE_ROW}
          rows={[...failing, ...services.filter((one) => !failing.includes(one))]}
          rowKey={(row) => row.service}
          empty={<EmptyState text="No services" />}
        />
      ),
    },
    {
      title: 'Newest backup',
      line:
        backup.at === null
          ? 'None yet'
          : [formatDateTime(backup.at), backup.bytes === null ? '' : formatBytes(backup.bytes)]
              .filter((part) => part !== '')
              .join(' · '),
      children: backup.at !== null && (
        <Facts
          items={[
            ['Name', backup.name],
            [
              'Made by',
              backup.madeBy === 'operator'
                ? 'External backup'
                : backup.madeBy === null
                  ? null
                  : 'salal backup',
            ],
          ]}
        />
      ),
    },
    {
      title: 'Audit',
      line: `${audit.lines.toLocaleString('en-CA')} sealed lines, ${
        audit.signedDay === null ? 'not signed yet' : `signed until ${formatDate(audit.signedDay)}`
      }`,
      children: (
        <Facts
          items={[
            [
              'Published externally',
              audit.publishedAt !== null
                ? formatDateTime(audit.publishedAt)
                : audit.publishes
                  ? 'Not yet'
                  : 'Not set up',
            ],
            [
              'Head',
              audit.head === null ? null : (
                <Fingerprint key="head" of="the head of the audit" value={audit.head} />
              ),
            ],
          ]}
        />
      ),
    },
    {
      title: 'Disk space',
      line: disks.map(spaceText).join(' · '),
      children: <Facts items={disks.map((disk) => [disk.what, spaceText(disk)])} />,
    },
    {
      title: 'Versions',
      line: `Salal ${versions.program} · ${versions.engine} ${versions.engineVersion}`,
      children: <Facts items={[['Schema', versions.schema]]} />,
    },
  ];
  return (
    <div className={styles.parts}>
      <Findings state={state} />
      <Card flush>
        {/* What needs somebody stands first and open; the rest is a line each. */}
        {parts
          .toSorted((one, other) => Number(other.needs ?? false) - Number(one.needs ?? false))
          .map((part) => (
            <Part key={part.title} {...part} />
          ))}
      </Card>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** How it is, in a few words. */
  readonly line: string;
  /** Whether somebody has to do something about it; absent where there is nothing to do. */
  readonly needs?: boolean;
  /** The rest of it, opened on demand; nothing where the line says it all. */
  readonly children: ReactNode;
}

function Part({ title, line, needs, children }: PartProps) {
  const PartIcon = needs === true ? IconAlertTriangle : needs === false ? IconCircleCheck : IconInfoCircle;
  const head = (
    <>
      <PartIcon size={18} aria-hidden="true" className={styles.icon} />
      <h2>{title}</h2>
      <span className={styles.line}>{line}</span>
    </>
  );
  if (children === false)
    return (
      <section className={styles.part}>
        <div className={styles.head} data-needs={needs}>
          {head}
        </div>
      </section>
    );
  return (
    <details className={styles.part} open={needs === true}>
      <summary className={styles.head} data-needs={needs}>
        {head}
        <IconChevronDown size={18} aria-hidden="true" className={styles.chevron} />
      </summary>
      <div className={styles.rest}>{children}</div>
    </details>
  );
}

/** "4 waiting, 1 running, 2 given up" */
function countedText(jobs: readonly JobKind[]): string {
  const sum = (of: (job: JobKind) => number) => jobs.reduce((total, job) => total + of(job), 0);
  return [
    [sum((job) => job.waiting), 'waiting'],
    [sum((job) => job.running), 'running'],
    [sum((job) => job.givenUp), 'given up'],
  ]
    .filter(([count]) => count !== 0)
    .map((counted) => counted.join(' '))
    .join(', ');
}

/** "1 failing, 5 working, 2 not used yet" */
function servicesText(services: readonly Service[]): string {
  const states = services.map((one) => serviceText(one).split(':')[0] ?? '');
  return ['Failing', 'Working', 'Not used yet']
    .map((state) => [states.filter((one) => one === state).length, state.toLowerCase()] as const)
    .filter(([count]) => count > 0)
    .map((counted) => counted.join(' '))
    .join(', ');
}

/** "12 GB free of 40 GB" */
function spaceText({ freeBytes, totalBytes }: OperationsReport['disks'][number]): string {
  return `${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}`;
}

function Findings({ state }: { readonly state: OperationsReport }) {
  const wrong = state.findings.filter(({ level }) => level === 'wrong');
  const notices = state.findings.filter(({ level }) => level !== 'wrong');
  if (state.findings.length === 0) {
    return (
      <Notice kind="success" title="No problems found.">
        {CHECKED}
      </Notice>
    );
  }
  return (
    <>
      {wrong.length > 0 && (
        <Notice kind="error" title="Needs attention">
          <List of={wrong} />
        </Notice>
      )}
      {notices.length > 0 && (
        <Notice kind="info" title="For your information">
          <List of={notices} />
        </Notice>
      )}
    </>
  );
}

function List({ of }: { readonly of: OperationsReport['findings'] }) {
  return (
    <ul className={styles.findings}>
      {of.map(({ area, text }) => (
        <li key={`${area} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}

const JOBS: readonly Column<JobKind>[] = [
  {
    key: 'what',
    title: 'What',
    kind: 'text',
    render: (row) => (
      <>
        {row.what}
        {whyTexts(row).map((why) => (
          <span key={why} className={styles.second}>
            {why}
          </span>
        ))}
      </>
    ),
  },
  { key: 'waiting', title: 'Waiting', kind: 'number', render: (row) => row.waiting },
  { key: 'running', title: 'Running', kind: 'number', render: (row) => row.running },
  { key: 'givenUp', title: 'Given up', kind: 'number', render: (row) => row.givenUp },
  {
    key: 'oldest',
    title: 'Oldest since',
    kind: 'time',
    render: (row) => whenText(row.oldest),
  },
  { key: 'retry', title: 'Do', kind: 'action', render: (row) => <Retry kind={row} /> },
];

const JOB_ROW: PhoneRow<JobKind> = {
  line1: (row) => row.what,
  line2: (row) =>
    [
      `${row.waiting} waiting`,
      row.running > 0 ? `${row.running} running` : '',
      row.givenUp > 0 ? `${row.givenUp} given up` : '',
      row.oldest === null ? '' : `since ${formatDateTime(row.oldest)}`,
    ]
      .filter((part) => part !== '')
      .join(' · '),
  flags: (row) => whyTexts(row).join(' '),
  action: (row) => <Retry kind={row} />,
};

/** What failed is tried now; what was given up too, where trying again does no harm. */
function Retry({ kind }: { readonly kind: JobKind }) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  if (!kind.retriable) return null;
  const again = () => client.invalidateQueries({ queryKey: operationsReport().queryKey });
  const press = () =>
    run(
      async (key) => {
        const { tried } = await retryKind(kind.kind, key);
        toast.success(tried === 1 ? 'One is being tried now.' : `${tried} are being tried now.`);
        await again();
      },
      async (failure) => {
        toastFailure(failure);
        await again();
      },
    );
  return (
    <Button
      variant="default"
      loading={busy}
      aria-label={`Try now: ${kind.what}`}
      onClick={() => void press()}
    >
      Try now
    </Button>
  );
}

function serviceText(service: Service): string {
  if (service.failures > 0) return `Failing: ${service.failure ?? 'It failed.'}`;
  return service.answeredAt === null ? 'Not used yet' : 'Working';
}

const SERVICES: readonly Column<Service>[] = [
  { key: 'what', title: 'Service', kind: 'text', render: (row) => row.what },
  {
    key: 'state',
    title: 'Now',
    kind: 'text',
    render: (row) => (
      <>
        {serviceText(row)}
        {row.pausedUntil !== null && (
          <span className={styles.second}>{`Paused until ${formatDateTime(row.pausedUntil)}`}</span>
        )}
      </>
    ),
  },
  { key: 'answered', title: 'Last answer', kind: 'time', render: (row) => whenText(row.answeredAt) },
  { key: 'failed', title: 'Last failure', kind: 'time', render: (row) => whenText(row.failedAt) },
];

const SERVICE_ROW: PhoneRow<Service> = {
  line1: (row) => row.what,
  line2: serviceText,
  flags: (row) => row.pausedUntil !== null && `Paused until ${formatDateTime(row.pausedUntil)}`,
};

function whenText(at: string | null): string {
  return at === null ? '–' : formatDateTime(at);
}

const KINDS: Record<string, string> = {
  payment: 'Payment',
  refund: 'Refund',
  fax: 'Fax',
  claims: 'Claims file',
};

const UNCONFIRMED: readonly Column<Unconfirmed>[] = [
  { key: 'kind', title: 'What', kind: 'state', render: (row) => KINDS[row.kind] ?? row.kind },
  { key: 'since', title: 'Since', kind: 'time', render: (row) => whenText(row.since) },
  {
    key: 'open',
    title: 'Where to fix it',
    kind: 'text',
    render: (row) => <AppLink href={placeOf(row)}>{placeText(row)}</AppLink>,
  },
];

const UNCONFIRMED_ROW: PhoneRow<Unconfirmed> = {
  line1: (row) => (
    <AppLink href={placeOf(row)}>
      {KINDS[row.kind] ?? row.kind}
      <span className="s-visually-hidden">{`: ${placeText(row)}`}</span>
    </AppLink>
  ),
  line2: (row) => `since ${formatDateTime(row.since)}`,
  action: placeText,
};

function placeText({ kind }: Unconfirmed): string {
  return kind === 'claims' ? 'Claim numbers' : kind === 'fax' ? 'Fax desk' : 'Patient’s page';
}

function placeOf({ kind, _id, personId, subjectKind }: Unconfirmed): Address {
  if (kind === 'fax') return paths.faxDesk({ fax: _id });
  if (kind === 'claims' || personId === null) return paths.teleFile();
  const section = subjectKind === 'prescription' ? 'prescriptions' : 'sleep';
  return paths.patient(personId, { section, item: _id });
}
