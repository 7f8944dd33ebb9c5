// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One patient as staff work on them: who it is above, sections that scroll
 * between, key hints below, the notes at the side. It puts the features
 * together; none of them knows another.
 */
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

import type { PatientPageView, Role } from '../../api/generated/schema';
import { useOptions } from '../../api/queries';
import { useMe } from '../../api/session';
import { LabTests } from '../../features/lab-tests/LabTests';
import { labTests } from '../../features/lab-tests/queries';
import { medicalState } from '../../features/medical-info/queries';
import { draftsOf, notesOf } from '../../features/notes/queries';
import { personProfile } from '../../features/people/staff/queries';
import { ClaimBar } from '../../features/prescriptions/queue/ClaimBar';
import { DoneBar } from '../../features/prescriptions/queue/DoneBar';
import { isDone as isDoneWith, sumOf, useFinishedHere } from '../../features/prescriptions/queue/finished';
import { claimOf } from '../../features/prescriptions/queue/queries';
import type { Reviewer } from '../../features/prescriptions/review/commands';
import { pendingPrescriptions } from '../../features/prescriptions/review/queries';
import { newestSleepInfo, pendingSleep } from '../../features/sleep-studies/staff/queries';
import { SleepInformation } from '../../features/sleep-studies/staff/SleepInformation';
import { Kbd } from '../../ui/Kbd';
import { ShortcutHints } from '../../ui/keyboard/ShortcutHints';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import type { PatientSection } from '../../ui/links/routes';
import { formatDate, nameAndBirth } from '../../ui/format';
import { Carried, CarriedHere, useCarrier } from '../../ui/page/Carried';
import { StaffSleep } from '../sleep/StaffSleep';
import { LineHistoryPanel } from './LineHistoryPanel';
import { PhoneTabs } from './PhoneTabs';
import besideStyles from './lineHistory.module.css';
import { EligibilityDialog } from './EligibilityDialog';
import { type LineInFocus, lineInFocus, useLineInFocus } from './lineInFocus';
import { PatientHeader } from './PatientHeader';
import { MedicalSection } from './MedicalSection';
import { NotesSidebar } from './NotesSidebar';
import { addressOf, PersonalInformation } from './PersonalInformation';
import { PrescriptionsSection, usePendingCount } from './PrescriptionsSection';
import { Section } from './Section';
import { sectionsOf, useSections } from './sections';
import { patientShortcuts } from './shortcuts';
import styles from './patient.module.css';
import { useSidePanel, type Tab } from './useSidePanel';

type Props = { id: string; chart: PatientPageView['chart'] };

export function Patient({ id, chart }: Props) {
  const me = useMe();
  const person = useQuery(personProfile(id));
  const medical = useQuery(medicalState(id));
  const pending = usePendingCount(id);
  const [eligibility, setEligibility] = useState(false);
  const { wanted, opened, toggle, open } = useSections();
  const sections = sectionsOf(me.Role);
  const labs = useQuery({ ...labTests(id), enabled: sections.includes('labtest') });
  const sleep = useQuery(pendingSleep(id));
  const sleepInfo = useQuery(newestSleepInfo(id));
  // The questions to its answers: all sections are printed, also those that were never opened.
  useOptions({ enabled: Boolean(sleepInfo.data) });
  const reviewer = reviewerOf(me.Role);
  const [focus] = useState(lineInFocus);
  const carrier = useCarrier();
  const isDone = useIsReviewed(id) && sleep.data?.length === 0;
  const sum = useSum(id, isDone && reviewer === 'doctor');
  const drafts = useQuery({ ...draftsOf(id), enabled: sum !== null });
  const hasDraft = drafts.data?.some(({ changed }) => changed) ?? false;
  // What stands beside a line is for those who decide and edit lines.
  const besides = reviewer !== 'reader';
  const begin = besides && (pending ?? 0) > 0 ? 'beside' : 'notes';
  const asked = wanted.section === undefined ? null : wanted.section === 'notes' ? 'notes' : 'review';
  const side = useSidePanel(begin, asked, besides);
  const written = useQuery({ ...notesOf(id), enabled: sections.includes('notes') }).data?.total;
  useShortcuts(
    'Patient page',
    sections.filter(isSection).map((name, at) => ({
      keys: [String(at + 1)],
      does: `open ${titles[name]}`,
      run: () => {
        if (side.layout === 'phone') flushSync(() => side.choose('review'));
        open(name);
      },
    })),
  );
  if (!person.data) return null;

  const section = (name: PatientSection) => ({
    id: name,
    title: titles[name],
    opened: opened.has(name),
    onToggle: () => {
      toggle(name);
    },
  });
  const itemOf = (name: PatientSection) => (wanted.section === name ? wanted.item : undefined);
  const state = medical.data;
  const all: Partial<Record<PatientSection, ReactNode>> = {
    prescriptions: (
      <PrescriptionsSection
        {...section('prescriptions')}
        person={person.data}
        reviewer={reviewer}
        count={pending}
        wanted={itemOf('prescriptions')}
        onLine={focus.set}
      />
    ),
    personal: (
      <Section
        {...section('personal')}
        summary={addressOf(person.data)}
        action={
          reviewer === 'office' ? (
            <ButtonLink
              href={paths.personalInfoEdit(id)}
              variant="subtle"
              aria-label="Edit personal information"
            >
              Edit
            </ButtonLink>
          ) : undefined
        }
      >
        <PersonalInformation person={person.data} />
      </Section>
    ),
    medical: (
      <Section
        {...section('medical')}
        count={state?.count}
        summary={medicalSummary(state?.newest?.CreatedAt, state?.count)}
        action={
          reviewer === 'doctor' && state?.newest ? (
            <ButtonLink
              href={paths.medicalInfoEditFor(id)}
              variant="subtle"
              aria-label="Edit medical information"
            >
              Edit
            </ButtonLink>
          ) : undefined
        }
      >
        <MedicalSection
          personId={id}
          birthDate={person.data.DateOfBirth}
          state={state}
          failure={state ? null : medical.error}
          onRetry={() => void medical.refetch()}
        />
      </Section>
    ),
    labtest: (
      <Section {...section('labtest')} count={labs.data?.length}>
        <LabTests personId={id} openItem={itemOf('labtest')} />
      </Section>
    ),
    sleep: (
      <Section {...section('sleep')} count={sleep.data?.length}>
        <StaffSleep personId={id} openItem={itemOf('sleep')} />
      </Section>
    ),
    'sleep-info': (
      <Section
        {...section('sleep-info')}
        summary={sleepInfo.data ? `Answered ${formatDate(sleepInfo.data.createdAt)}` : 'Not entered yet'}
      >
        <SleepInformation personId={id} />
      </Section>
    ),
  };
  const notes = sections.includes('notes') && (
    <NotesSidebar
      personId={id}
      openItem={itemOf('notes')}
      onWrite={() => {
        side.choose('notes');
      }}
    />
  );
  const beside = besides && (
    <Beside personId={id} focus={focus} medical={state?.newest} medicalFailed={medical.isError && !state} />
  );
  const notesWords = `Notes${written ? ` ${written}` : ''}`;
  const phone = side.layout === 'phone' && Boolean(beside);
  const wide = side.layout === 'wide';
  return (
    <div className={styles.page}>
      <div className="s-print-head" aria-hidden="true">
        <span>
          <span>{nameAndBirth(person.data)}</span>
          <span>Record extract</span>
        </span>
      </div>
      <div className={styles.main}>
        <PatientHeader
          person={person.data}
          medical={state?.newest}
          medicalFailed={medical.isError && !state}
          chart={chart}
          canAsk={reviewer !== 'reader'}
          onEligibility={() => {
            setEligibility(true);
          }}
        />
        {reviewer === 'doctor' && <ClaimBar personId={id} isDone={isDone} isFollowed={sum !== null} />}
        {phone && (
          <PhoneTabs
            value={side.tab}
            onChange={(to) => {
              side.choose(TABS.find((one) => one === to) ?? 'review');
            }}
            tabs={[
              { value: 'review', label: 'Review' },
              { value: 'beside', label: 'Beside' },
              ...(notes ? [{ value: 'notes', label: notesWords }] : []),
            ]}
          />
        )}
        <div className={styles.scroll} data-scroller>
          <div hidden={phone && side.tab !== 'review'} data-prints>
            {side.layout === 'middle' && beside && (
              <div className={besideStyles.tabs}>
                <Button
                  variant="default"
                  rightSection={<Kbd>b</Kbd>}
                  onClick={() => {
                    side.setDrawer(!side.drawer);
                  }}
                >
                  Beside the line
                </Button>
              </div>
            )}
            {sections.map((name) =>
              all[name] ? (
                <div key={name} className={styles.card}>
                  {all[name]}
                </div>
              ) : null,
            )}
          </div>
          {phone && side.tab === 'beside' && beside}
          {!wide && (
            <div className={styles.below} hidden={phone && side.tab !== 'notes'} data-prints>
              <CarriedHere by={carrier} />
            </div>
          )}
        </div>
        {sum !== null && (
          <DoneBar
            personId={id}
            sum={sum}
            unfinished={hasDraft ? 'A note of yours is not signed yet.' : null}
          />
        )}
        <div className={styles.hints} data-no-print>
          <ShortcutHints shortcuts={patientShortcuts} />
        </div>
      </div>
      {wide && (notes || beside) && (
        <aside
          className={styles.sidebar}
          data-scroller
          aria-label={beside ? 'Beside the line and notes' : 'Notes'}
        >
          {beside && notes && (
            <SegmentedControl
              className={besideStyles.tabs}
              aria-label="What is shown beside"
              value={side.tab}
              onChange={(to) => {
                side.choose(TABS.find((one) => one === to) ?? 'notes');
              }}
              data={[
                { value: 'beside', label: <TabText words="Beside the line" keyed="b" /> },
                { value: 'notes', label: <TabText words={notesWords} keyed="n" /> },
              ]}
            />
          )}
          {beside && (side.tab === 'beside' || !notes) && beside}
          <div hidden={Boolean(beside) && side.tab === 'beside'} data-prints>
            <CarriedHere by={carrier} />
          </div>
        </aside>
      )}
      {/* Not a dialog: the keys go on, and it follows the line in focus. */}
      {side.layout === 'middle' && beside && (
        <aside className={besideStyles.drawer} aria-label="Beside the line" hidden={!side.drawer}>
          <Button
            variant="default"
            className={besideStyles.close}
            rightSection={<Kbd>b</Kbd>}
            onClick={() => {
              side.setDrawer(false);
            }}
          >
            Close
          </Button>
          {side.drawer && beside}
        </aside>
      )}
      <Carried by={carrier}>{notes}</Carried>
      <EligibilityDialog
        personId={id}
        opened={eligibility}
        onClose={() => {
          setEligibility(false);
        }}
      />
    </div>
  );
}

type BesideProps = Omit<ComponentProps<typeof LineHistoryPanel>, 'line'> & { focus: LineInFocus };

function Beside({ focus, ...known }: BesideProps) {
  return <LineHistoryPanel line={useLineInFocus(focus)} {...known} />;
}

/** Whether none of the patient's prescriptions waits for anyone. */
function useIsReviewed(id: string): boolean {
  return useQuery(pendingPrescriptions(id)).data?.every(isDoneWith) ?? false;
}

/** What the doctor did of a patient who is theirs and done; null while there is no such sum. */
function useSum(id: string, isDone: boolean): string | null {
  const me = useMe();
  const listed = useQuery(pendingPrescriptions(id)).data;
  const finished = useFinishedHere(listed, me.Person._id);
  const claimed = useQuery({ ...claimOf(id), enabled: isDone });
  const isMine = claimed.data?.claim?.mine === true;
  return isDone && isMine && finished.length > 0 ? sumOf(finished) : null;
}

const TABS: readonly Tab[] = ['review', 'beside', 'notes'];

function TabText({ words, keyed }: { words: string; keyed: string }) {
  return (
    <span className={besideStyles.tab}>
      {words}
      <span aria-hidden="true">
        <Kbd>{keyed}</Kbd>
      </span>
    </span>
  );
}

const titles: Readonly<Record<PatientSection, string>> = {
  prescriptions: 'Pending Prescriptions',
  labtest: 'Labtest',
  personal: 'Personal Information',
  medical: 'Medical Information',
  sleep: 'Pending Sleep Assessment',
  'sleep-info': 'Sleep Information',
  notes: 'Notes',
};

/** The notes are no section that opens: they are always there. */
function isSection(name: PatientSection): boolean {
  return name !== 'notes';
}

function reviewerOf(role: Role): Reviewer {
  if (role === 'ROLE_DOCTOR') return 'doctor';
  return role === 'ROLE_OFFICE' ? 'office' : 'reader';
}

function medicalSummary(newest: string | undefined, count: number | undefined): string {
  if (count === undefined) return 'Loading...';
  return newest ? `Checked ${formatDate(newest)}` : 'Not entered yet';
}
