// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The section of the pending prescriptions: the review board with the pickers
 * and the prescription dialog that other features give it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';

import type { MedicationView, PersonView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { Copies } from '../../features/fax/Copies';
import type { PharmacySlot } from '../../features/fax/VoidDialog';
import { isCoverageInDoubt, mainDocument } from '../../features/people/patients';
import {
  prescriptionQuery,
  pendingPrescriptions,
  isOpen,
  openFirst,
  cachePrescription,
} from '../../features/prescriptions/review/queries';
import type { CopiesSlot } from '../../features/prescriptions/review/copies';
import type { Reviewer } from '../../features/prescriptions/review/commands';
import type { BillSlot } from '../../features/prescriptions/review/bills';
import type { DrugPickerSlot } from '../../features/prescriptions/review/LineEditor';
import { ReviewBoard, type PharmacyPickerSlot } from '../../features/prescriptions/review/ReviewBoard';
import { MarkCounts } from '../../features/prescriptions/review/SafetyMarks';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { Section, type SectionFrame } from './Section';
import { lazyPart } from '../../ui/chunks';

const PrescriptionDialog = lazyPart(async () => (await import('./PrescriptionDialog')).PrescriptionDialog);
const BillDialog = lazyPart(async () => (await import('../../features/billing/BillDialog')).BillDialog);
const DrugDialog = lazyPart(async () => (await import('./Pickers')).DrugDialog);
const PharmacyDialog = lazyPart(async () => (await import('./Pickers')).PharmacyDialog);
const NewPharmacy = lazyPart(async () => (await import('./Pickers')).NewPharmacy);

/** What has a file of its own, and what stands there until it is here. */
const arriving = (part: ReactNode, fallback: ReactNode = null) => (
  <Suspense fallback={fallback}>{part}</Suspense>
);

const drugPicker: DrugPickerSlot = (props) => arriving(<DrugDialog {...props} />);
const pharmacyPicker: PharmacyPickerSlot = (props) => arriving(<PharmacyDialog {...props} />);
const newPharmacy: PharmacySlot = (props) => arriving(<NewPharmacy {...props} />, <Loading rows={1} />);

const copies: CopiesSlot = (props) => <ReviewedCopies {...props} />;

const bill: BillSlot = (props) => arriving(<BillDialog {...props} />);

/** The copies of one, with what every screen reads of it kept up. */
function ReviewedCopies({ prescription, reviewer }: Parameters<CopiesSlot>[0]) {
  const client = useQueryClient();
  return (
    <Copies
      prescription={prescription}
      isDoctor={reviewer === 'doctor'}
      isDesk={reviewer !== 'reader'}
      pharmacySearch={newPharmacy}
      onChanged={(newest) => {
        cachePrescription(client, newest);
      }}
    />
  );
}

/** How many wait for the clinic, for the heading: not what is done and only stands here for a day. */
export function usePendingCount(personId: string): number | undefined {
  return useQuery(pendingPrescriptions(personId)).data?.filter(isOpen).length;
}

type Props = SectionFrame & {
  person: PersonView;
  reviewer: Reviewer;
  count: number | undefined;
  /** The prescription a link or message led to. */
  wanted: string | undefined;
  /** Told which line is the current one. */
  onLine: (line: MedicationView | undefined) => void;
};

export function PrescriptionsSection({ person, reviewer, count, wanted, onLine, ...frame }: Props) {
  const pending = useQuery(pendingPrescriptions(person._id));
  const { billing } = useSettings();
  const [paper, setPaper] = useState<string | null>(null);
  // A message may lead to one that left the list, such as a fax that failed a day later.
  const isElsewhere =
    wanted !== undefined && pending.isSuccess && !pending.data.some((one) => one._id === wanted);
  const elsewhere = useQuery({ ...prescriptionQuery(wanted ?? ''), enabled: isElsewhere });
  const followed = isElsewhere && elsewhere.data?.person._id === person._id ? [elsewhere.data] : [];
  const listed = openFirst([...(pending.data ?? []), ...followed]);
  const onPaper = listed.find((one) => one._id === paper);
  return (
    <>
      <Section
        {...frame}
        count={count}
        action={<MarkCounts prescriptions={listed} />}
        struck={isCoverageInDoubt(person) ? 'struck through because of the eligibility' : null}
      >
        {pending.isPending && <Loading text="Loading..." rows={3} />}
        {pending.isError && !pending.data && (
          <ErrorState error={pending.error} onRetry={() => void pending.refetch()} />
        )}
        {pending.data && (
          <ReviewBoard
            prescriptions={listed}
            reviewer={reviewer}
            wanted={wanted}
            onLine={onLine}
            drugPicker={drugPicker}
            pharmacyPicker={pharmacyPicker}
            billable={billing && reviewer !== 'reader' && isBillable(person)}
            bill={bill}
            copies={copies}
            onPrescription={(prescription) => {
              setPaper(prescription._id);
            }}
          />
        )}
      </Section>
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
    </>
  );
}

/** A visit may be billed to the plan when it may cover the patient (decision 47). */
function isBillable(person: PersonView): boolean {
  const status = mainDocument(person)?.status;
  return !person.flags.includes('PRIVATE') && status !== undefined && status !== 'invalid';
}
