// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What stands beside the line that is being decided: the medications that the
 * patient recorded and what was prescribed here before. It follows the line in
 * focus: the same drug is tinted, what a safety mark of the line names says so,
 * and a drug that is not recorded is said.
 */
import {
  IconAlertTriangle,
  IconCheck,
  IconFileOff,
  IconPrinter,
  IconPrinterOff,
  IconSend,
  IconSignature,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { MarkView, MedicalInfo, MedicationView } from '../../api/generated/schema';
import { dosesOf } from '../../features/medical-info/labels';
import {
  durationOf,
  isSame,
  markNaming,
  markedNameText,
  pastLines,
  type PastLine,
  withOpen,
} from '../../features/prescriptions/pastPrescriptions';
import { pastPrescriptions } from '../../features/prescriptions/queries';
import { drugLabel } from '../../features/prescriptions/review/lines';
import { withNoBreakUnits } from '../../features/prescriptions/review/labels';
import { pendingPrescriptions } from '../../features/prescriptions/review/queries';
import { drugName } from '../../ui/drugName';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate, usageText } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { usePrinting } from '../../ui/page/usePrinting';
import styles from './lineHistory.module.css';

/** As many past lines as are shown at first. */
const SHOWN_AT_FIRST = 8;

type Props = {
  personId: string;
  /** The line in focus. */
  line: MedicationView | undefined;
  /** The newest record; null when there is none, undefined while it loads. */
  medical: MedicalInfo | null | undefined;
  medicalFailed: boolean;
};

export function LineHistoryPanel({ personId, line, medical, medicalFailed }: Props) {
  return (
    <section className={styles.lineHistory} aria-label="Beside the line">
      <Recorded line={line} medical={medical} failed={medicalFailed} />
      <Past personId={personId} line={line} />
    </section>
  );
}

type RecordedProps = { line: MedicationView | undefined; medical: Props['medical']; failed: boolean };

function Recorded({ line, medical, failed }: RecordedProps) {
  const taken = medical?.MedicationsCurrentlyTaken ?? [];
  const isAmong = line !== undefined && taken.some((one) => isSame(one, line));
  return (
    <section className={styles.card} aria-labelledby="beside-recorded">
      <header className={styles.head}>
        <h2 id="beside-recorded">Recorded medications</h2>
        {medical?.CreatedAt && <span>Checked {formatDate(medical.CreatedAt)}</span>}
      </header>
      {failed && <p className={styles.said}>They couldn’t be loaded.</p>}
      {!failed && medical === undefined && <p className={styles.said}>Loading...</p>}
      {medical === null && (
        <p className={styles.said}>Not recorded: the patient has entered no medical information.</p>
      )}
      {medical && (
        <>
          <ul className={styles.rows}>
            {taken.map((one) => {
              const usage = one.usages[one.usages.length - 1];
              const mark = line && markNaming(line, one);
              return (
                <li
                  key={`${one.name} ${dosesOf(one)}`}
                  className={styles.row}
                  data-same={(line && isSame(one, line)) || undefined}
                  data-level={mark?.level}
                >
                  <div>
                    <strong>{withNoBreakUnits(`${drugName(one.name)} ${dosesOf(one)}`.trim())}</strong>
                    {usage && <span className={styles.more}>{usageText(usage)}</span>}
                    <Named mark={mark} line={line} />
                  </div>
                  <span className={styles.more}>Patient</span>
                </li>
              );
            })}
          </ul>
          {taken.length === 0 && <p className={styles.said}>The patient recorded none.</p>}
          {line && taken.length > 0 && !isAmong && (
            <p className={styles.said}>{withNoBreakUnits(drugLabel(line))} is not among them.</p>
          )}
        </>
      )}
    </section>
  );
}

/** That a mark of the line in focus names this drug: in words, for a tint alone says it to nobody who cannot see it. */
function Named({ mark, line }: { mark: MarkView | undefined; line: MedicationView | undefined }) {
  if (!mark || !line) return null;
  return (
    <span className={styles.named}>
      <IconAlertTriangle size={14} aria-hidden="true" />
      {withNoBreakUnits(markedNameText(mark, drugLabel(line)))}
    </span>
  );
}

const ICONS: Readonly<Record<PastLine['outcome'], Icon>> = {
  Faxed: IconSend,
  'Fax failed': IconPrinterOff,
  Void: IconFileOff,
  Printed: IconPrinter,
  Signed: IconSignature,
  Approved: IconCheck,
  Rejected: IconX,
};

function Past({ personId, line }: { personId: string; line: MedicationView | undefined }) {
  const past = useQuery(pastPrescriptions(personId));
  const [all, setAll] = useState(false);
  // Only listened to: the section of the prescriptions asks for it.
  const open = useQuery({ ...pendingPrescriptions(personId), enabled: false });
  const found = pastLines(withOpen(past.data?.items ?? [], open.data ?? []), line);
  const markOf = (one: PastLine) => line && markNaming(line, { ...one.line, label: one.prescription.label });
  // The same drug, and what a mark names, is never among those that are cut off.
  const isPrinting = usePrinting();
  const shown =
    all || isPrinting
      ? found
      : found.filter((one, at) => at < SHOWN_AT_FIRST || (line && (isSame(one.line, line) || markOf(one))));
  return (
    <section className={styles.card} aria-labelledby="beside-past">
      <header className={styles.head}>
        <h2 id="beside-past">Past prescriptions</h2>
        {found.length > SHOWN_AT_FIRST && (
          <button
            type="button"
            className={styles.all}
            aria-expanded={all}
            onClick={() => {
              setAll(!all);
            }}
          >
            {all ? 'Fewer' : `All ${found.length}`}
          </button>
        )}
      </header>
      {past.isPending && (
        <div className={styles.waiting}>
          <Loading text="Loading..." rows={3} />
        </div>
      )}
      {past.isError && (
        <ErrorState text="They couldn’t be loaded" error={past.error} onRetry={() => void past.refetch()} />
      )}
      {past.data && found.length === 0 && past.data.nextCursor === null && (
        <p className={styles.said}>Nothing was prescribed here before.</p>
      )}
      {past.data && past.data.nextCursor !== null && (
        <p className={styles.said}>
          Of {past.data.total} requests, the newest {past.data.items.length}.
        </p>
      )}
      <ul className={styles.rows}>
        {shown.map((one) => (
          <PastRow key={one.line._id} past={one} beside={line} mark={markOf(one)} />
        ))}
      </ul>
    </section>
  );
}

type PastRowProps = { past: PastLine; beside: MedicationView | undefined; mark: MarkView | undefined };

function PastRow({ past, beside, mark }: PastRowProps) {
  const { line, prescription, outcome, at } = past;
  const Outcome = ICONS[outcome];
  return (
    <li
      className={styles.row}
      data-same={(beside && isSame(line, beside)) || undefined}
      data-level={mark?.level}
    >
      <div>
        <strong>{withNoBreakUnits(drugLabel(line))}</strong>
        <span className={styles.more}>
          {[formatDate(at), durationOf(line.usages)].filter((part) => part !== '').join(' · ')}
        </span>
        {line.reason?.label && <span className={styles.more}>{line.reason.label}</span>}
        <Named mark={mark} line={beside} />
      </div>
      <div className={styles.end}>
        <span className={styles.outcome}>
          <Outcome size={14} aria-hidden="true" /> {outcome}
        </span>
        <AppLink href={paths.prescription(prescription._id)}>{prescription.label}</AppLink>
      </div>
    </li>
  );
}
