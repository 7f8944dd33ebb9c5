/**
 * One patient as staff work on them: who it is above, sections that scroll
 * between, key hints below. It puts people, medical information, prescriptions,
 * drugs, pharmacies and fax together; none of those knows another.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';

import { ApiError } from '../../api/client';
import { useMe } from '../../api/session';
import type { PersonView, Role } from '../../api/types';
import { medicalInfoRecords } from '../../features/medical-info/calls';
import { OPENED_KEY, isCoverageInDoubt, personProfile } from '../../features/people/patients';
import { onePrescription, pendingPrescriptions } from '../../features/prescriptions/review/calls';
import type { Reviewer } from '../../features/prescriptions/review/commands';
import type { DrugPickerSlot } from '../../features/prescriptions/review/LineEditor';
import { ReviewBoard, type PharmacyPickerSlot } from '../../features/prescriptions/review/ReviewBoard';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { date } from '../../ui/format';
import { ShortcutHints, ShortcutsDialog } from '../../ui/keyboard/ShortcutsDialog';
import { useSingleKeys } from '../../ui/keyboard/useSingleKeys';
import { AppLink, useGo, useQueryParam, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/Page';
import { EligibilityDialog } from './EligibilityDialog';
import { IdentityStrip } from './IdentityStrip';
import { MedicalSection } from './MedicalSection';
import { addressOf, PersonalInformation } from './PersonalInformation';
import { DrugDialog, PharmacyDialog } from './Pickers';
import { Section } from './Section';
import { hints, shortcuts } from './shortcuts';
import styles from './patient.module.css';

const PrescriptionDialog = lazy(() =>
  import('./PrescriptionDialog').then((module) => ({ default: module.PrescriptionDialog })),
);

export function PatientPage() {
  const id = useRouteParam('id');
  const person = useQuery({ ...personProfile(id), enabled: id !== '' });
  // No name of a person in the browser's tab or history.
  useTabTitle('Patient');
  if (person.isPending) {
    return (
      <div className={styles.state}>
        <Loading text="Loading..." rows={4} />
      </div>
    );
  }
  if (person.isError) {
    const gone = person.error instanceof ApiError && person.error.status === 404;
    return (
      <div className={styles.state}>
        <h1 className={styles.name}>Patient</h1>
        {gone ? (
          <EmptyState
            text="No patient is selected."
            hint="Please choose one on the patients page."
            action={<AppLink href={paths.patients()}>Go to the patients page</AppLink>}
          />
        ) : (
          <ErrorState
            text="Server side Error!"
            detail={person.error.message}
            onRetry={() => void person.refetch()}
          />
        )}
      </div>
    );
  }
  return <Patient key={id} person={person.data} />;
}

const drugPicker: DrugPickerSlot = (props) => <DrugDialog {...props} />;
const pharmacyPicker: PharmacyPickerSlot = (props) => <PharmacyDialog {...props} />;

const sections = ['pending', 'personal', 'medical'] as const;
type SectionName = (typeof sections)[number];

function Patient({ person }: { person: PersonView }) {
  const me = useMe();
  const client = useQueryClient();
  const go = useGo();
  const wanted = useQueryParam('prescription');
  const medical = useQuery(medicalInfoRecords(person._id));
  const pending = useQuery(pendingPrescriptions(person._id));
  const [opened, setOpened] = useState<ReadonlySet<SectionName>>(new Set(['pending']));
  const [eligibility, setEligibility] = useState(false);
  const [help, setHelp] = useState(false);
  const [paper, setPaper] = useState<string | null>(null);
  const reviewer = reviewerOf(me.Role);
  // A message may lead to one that left the list, such as a fax that failed a day later.
  const isElsewhere =
    wanted !== undefined && pending.isSuccess && !pending.data.some((one) => one._id === wanted);
  const elsewhere = useQuery({ ...onePrescription(wanted ?? ''), enabled: isElsewhere });
  const followed = isElsewhere && elsewhere.data?.person._id === person._id ? [elsewhere.data] : [];
  const listed = [...(pending.data ?? []), ...followed];
  const onPaper = listed.find((one) => one._id === paper);

  useEffect(() => {
    client.setQueryData(OPENED_KEY, person._id);
  }, [client, person._id]);

  const toggle = (name: SectionName) => {
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  };
  const openSection = (number: number) => () => {
    const name = sections[number - 1];
    if (!name) return;
    setOpened((before) => new Set(before).add(name));
    document.getElementById(`${name}-title`)?.focus();
  };
  useSingleKeys({
    '?': () => {
      setHelp(true);
    },
    '1': openSection(1),
    '2': openSection(2),
    '3': openSection(3),
    '4': openSection(4),
    '5': openSection(5),
    '6': openSection(6),
  });

  const section = (name: SectionName) => ({
    id: name,
    opened: opened.has(name),
    onToggle: () => {
      toggle(name);
    },
  });
  const records = medical.data;
  return (
    <div className={styles.page}>
      <IdentityStrip
        person={person}
        medical={records ? (records[0] ?? null) : undefined}
        medicalFailed={medical.isError}
        onBack={() => {
          if (window.history.length > 1) window.history.back();
          else go(paths.patients());
        }}
        onEligibility={() => {
          setEligibility(true);
        }}
      />
      <div className={styles.scroll}>
        <div className={styles.card}>
          <Section
            {...section('pending')}
            title="Pending Prescriptions"
            count={pending.data?.length}
            struck={isCoverageInDoubt(person) ? 'struck through because of the eligibility' : null}
          >
            {pending.isPending && <Loading text="Loading..." rows={3} />}
            {pending.isError && (
              <ErrorState
                text="Server side Error!"
                detail={pending.error.message}
                onRetry={() => void pending.refetch()}
              />
            )}
            {pending.data && (
              <ReviewBoard
                prescriptions={listed}
                reviewer={reviewer}
                wanted={wanted}
                drugPicker={drugPicker}
                pharmacyPicker={pharmacyPicker}
                onPrescription={(prescription) => {
                  setPaper(prescription._id);
                }}
              />
            )}
          </Section>
        </div>
        <div className={styles.card}>
          <Section {...section('personal')} title="Personal Information" summary={addressOf(person)}>
            <PersonalInformation person={person} />
          </Section>
          <Section
            {...section('medical')}
            title="Medical Information"
            summary={medicalSummary(records?.[0]?.CreatedAt, records?.length)}
            action={
              reviewer === 'doctor' && records && records.length > 0 ? (
                <AppLink href={paths.medicalInfoEditFor(person._id)}>
                  Edit
                  <span className="s-visually-hidden"> Medical Information</span>
                </AppLink>
              ) : undefined
            }
          >
            <MedicalSection
              records={records}
              failed={medical.isError ? medical.error.message : null}
              onRetry={() => void medical.refetch()}
            />
          </Section>
        </div>
      </div>
      <div className={styles.hints}>
        <ShortcutHints shortcuts={hints} />
      </div>
      <EligibilityDialog
        personId={person._id}
        opened={eligibility}
        onClose={() => {
          setEligibility(false);
        }}
      />
      <ShortcutsDialog
        opened={help}
        onClose={() => {
          setHelp(false);
        }}
        shortcuts={shortcuts}
      />
      {onPaper && (
        <Suspense fallback={null}>
          <PrescriptionDialog
            prescription={onPaper}
            onClose={() => {
              setPaper(null);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function reviewerOf(role: Role): Reviewer {
  if (role === 'ROLE_DOCTOR') return 'doctor';
  return role === 'ROLE_OFFICE' ? 'office' : 'reader';
}

function medicalSummary(newest: string | undefined, count: number | undefined): string {
  if (count === undefined) return 'Loading...';
  return newest ? `Checked ${date(newest)}` : 'Not entered yet';
}
