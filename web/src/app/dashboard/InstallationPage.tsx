// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The administrators' first page: what failed, what waits, storage, the age of the backup and the outside services, out
 * of the report of the operations page, which has the rest and what can be done.
 */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDatabase,
  IconHistory,
  IconInfoCircle,
  IconListDetails,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OperationsReport } from '../../api/generated/schema';
import { CHECKED, formatBytes, whyTexts } from '../../features/operations/health';
import { operationsReport } from '../../features/operations/queries';
import { NewestMessages } from '../../features/messages/NewestMessages';
import { durationText } from '../../features/prescriptions/queue/deadline';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate, formatDateTime, formatTime } from '../../ui/format';
import { AppLink, ButtonLink } from '../../ui/links/AppLink';
import { type Address, paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { Fact } from './today/Fact';
import css from './today/today.module.css';

export function InstallationPage() {
  const report = useQuery(operationsReport());
  const state = report.data;
  return (
    <Page
      title="Today"
      tabTitle="Dashboard"
      lead={
        state === undefined ? (
          // As long as it will be: on a phone it has two lines.
          <span aria-hidden="true" className={css['notYet']}>
            {leadText(new Date().toISOString())}
          </span>
        ) : (
          leadText(state.checkedAt)
        )
      }
    >
      {report.isError && state === undefined ? (
        <ErrorState error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <>
          <Facts state={state} />
          {state === undefined ? (
            <Loading rows={4} />
          ) : (
            <div className={css['columns']}>
              <div className={css['column']}>
                <Failed state={state} />
                <Waiting jobs={state.jobs} />
              </div>
              <div className={css['column']}>
                <Services state={state} />
                <NewestMessages />
              </div>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function leadText(at: string): string {
  return `The state of the installation as of ${formatDateTime(at)}.`;
}

type State = OperationsReport | undefined;

type Finding = OperationsReport['findings'][number];

/** What is no fault of the installation, and still waits for someone. */
const WAITS: ReadonlySet<Finding['area']> = new Set(['faxes', 'backup']);

const needsSomeone = ({ level, area }: Finding) => level === 'wrong' || WAITS.has(area);

/** Where something is done about it; the text says it where that is not in Salal. */
const ACTIONS: Partial<Record<Finding['area'], { readonly label: string; readonly href: Address }>> = {
  faxes: { label: 'Fax desk', href: paths.faxDesk({ state: 'trouble' }) },
};

function Facts({ state }: { readonly state: State }) {
  const needed = state?.findings.filter(needsSomeone).length;
  const waiting = state?.jobs.reduce((all, job) => all + job.waiting + job.running, 0);
  const age =
    state && (state.backup.at === null ? null : Date.parse(state.checkedAt) - Date.parse(state.backup.at));
  const fullest = state?.disks.toSorted((one, other) => share(one) - share(other))[0];
  const isLate = age === null || (age ?? 0) > (state?.backup.dueHours ?? 0) * 3_600_000;
  return (
    <ul className={css['facts']} aria-label="Now" aria-busy={state === undefined}>
      <Fact
        href={paths.operations()}
        icon={IconAlertTriangle}
        label="Needs attention"
        value={needed}
        isAtRisk={(needed ?? 0) > 0}
      >
        {needed === 0 ? 'Nothing found by the checks' : 'Found by the checks'}
      </Fact>
      <Fact href={paths.operations()} icon={IconListDetails} label="Waiting work" value={waiting}>
        Background jobs
      </Fact>
      <Fact
        href={paths.operations()}
        icon={IconHistory}
        label="Age of the backup"
        value={age === undefined ? undefined : age === null ? 'None' : durationText(age)[0]}
        isAtRisk={state !== undefined && isLate}
      >
        {`Due every ${state?.backup.dueHours ?? 24} h`}
      </Fact>
      <Fact
        href={paths.operations()}
        icon={IconDatabase}
        label="Free storage"
        value={state && (fullest ? formatBytes(fullest.freeBytes) : '–')}
      >
        {fullest ? `${fullest.what}, of ${formatBytes(fullest.totalBytes)}` : '\u{A0}'}
      </Fact>
    </ul>
  );
}

const share = ({ freeBytes, totalBytes }: OperationsReport['disks'][number]) => freeBytes / totalBytes;

function Failed({ state: { findings } }: { readonly state: OperationsReport }) {
  const needed = findings.filter(needsSomeone);
  const others = findings.filter((one) => !needsSomeone(one));
  return (
    <section className={css['card']} aria-labelledby="what-failed">
      <header className={css['cardHead']}>
        <h2 id="what-failed">Needs attention</h2>
        {needed.length > 0 && <span className={css['count']}>{needed.length}</span>}
        <AppLink href={paths.operations()}>Operations</AppLink>
      </header>
      {needed.length === 0 && (
        <p className={css['quietRow']}>
          <IconCircleCheck size={18} aria-hidden="true" />
          {`Nothing found. ${CHECKED}`}
        </p>
      )}
      {findings.length > 0 && (
        <ul className={css['failed']}>
          {[...needed, ...others].map((finding) => (
            <li key={`${finding.area} ${finding.text}`}>
              <Found finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Found({ finding }: { readonly finding: Finding }) {
  const { area, level, text } = finding;
  const action = ACTIONS[area];
  return (
    <>
      <span className={css['failedIcon']} data-failed={level === 'wrong' || undefined}>
        {needsSomeone(finding) ? (
          <IconAlertTriangle size={20} aria-hidden="true" />
        ) : (
          <IconInfoCircle size={20} aria-hidden="true" />
        )}
      </span>
      <span className={css['failedWords']}>{text}</span>
      {action && (
        <ButtonLink variant="default" href={action.href}>
          {action.label}
        </ButtonLink>
      )}
    </>
  );
}

function Waiting({ jobs }: { readonly jobs: OperationsReport['jobs'] }) {
  const open = jobs.filter(({ waiting, running, givenUp }) => waiting + running + givenUp > 0);
  return (
    <section className={css['card']} aria-labelledby="what-waits">
      <header className={css['cardHead']}>
        <h2 id="what-waits">What waits</h2>
        <AppLink href={paths.operations()}>Operations</AppLink>
      </header>
      {open.length === 0 ? (
        <p className={css['quietRow']}>Nothing waiting.</p>
      ) : (
        <ul className={css['lists']}>
          {open.map((job) => (
            <li key={job.kind} className={css['list']}>
              <span>
                <strong>{job.what}</strong>
                {whyTexts(job).map((why) => (
                  <span key={why} className={css['second']}>{` ${why}`}</span>
                ))}
              </span>
              <span className={css['second']}>
                {[
                  [job.waiting, 'waiting'],
                  [job.running, 'running'],
                  [job.givenUp, 'given up'],
                ]
                  .filter(([n]) => n !== 0)
                  .map((part) => part.join(' '))
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The day as long as it is another one than that of the report: the name beside it keeps its line. */
function answeredText(at: string, checkedAt: string): string {
  return formatDate(at) === formatDate(checkedAt) ? formatTime(at) : formatDateTime(at);
}

function Services({ state: { services, checkedAt } }: { readonly state: OperationsReport }) {
  return (
    <section
      className={css['card']}
      aria-labelledby="services"
      data-calm={services.every(({ failures }) => failures === 0) || undefined}
    >
      <header className={css['cardHead']}>
        <h2 id="services">Services</h2>
      </header>
      {services.length === 0 ? (
        <p className={css['quietRow']}>None used yet.</p>
      ) : (
        <ul className={css['lists']}>
          {services.map(({ service, what, failures, failure, answeredAt }) => (
            <li key={service} className={css['list']} data-failing={failures > 0 || undefined}>
              {failures > 0 ? (
                <IconAlertTriangle size={18} aria-hidden="true" />
              ) : (
                <IconPlugConnected size={18} aria-hidden="true" />
              )}
              <strong>{what}</strong>
              <span className={css['second']}>
                {failures > 0
                  ? `Failing: ${failure ?? 'It failed.'}`
                  : answeredAt === null
                    ? 'Not used yet'
                    : `Answered ${answeredText(answeredAt, checkedAt)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
