/**
 * The section of the pending prescriptions: the review board with the pickers
 * and the prescription dialog that other features give it.
 */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { useSettings } from '../../api/queries';
import type { PersonView } from '../../api/types';
import { BillDialog } from '../../features/billing/BillDialog';
import { isCoverageInDoubt, mainDocument } from '../../features/people/patients';
import { onePrescription, pendingPrescriptions } from '../../features/prescriptions/review/calls';
import type { Reviewer } from '../../features/prescriptions/review/commands';
import type { BillSlot } from '../../features/prescriptions/review/bills';
import type { DrugPickerSlot } from '../../features/prescriptions/review/LineEditor';
import { ReviewBoard, type PharmacyPickerSlot } from '../../features/prescriptions/review/ReviewBoard';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { DrugDialog, PharmacyDialog } from './Pickers';
import { Section, type SectionFrame } from './Section';

const PrescriptionDialog = lazy(() =>
  import('./PrescriptionDialog').then((module) => ({ default: module.PrescriptionDialog })),
);

const drugPicker: DrugPickerSlot = (props) => <DrugDialog {...props} />;
const pharmacyPicker: PharmacyPickerSlot = (props) => <PharmacyDialog {...props} />;

const bill: BillSlot = (props) => <BillDialog {...props} />;

/** How many wait, for the heading. */
export function usePendingCount(personId: string): number | undefined {
  return useQuery(pendingPrescriptions(personId)).data?.length;
}

type Props = SectionFrame & {
  person: PersonView;
  reviewer: Reviewer;
  count: number | undefined;
  /** The prescription a link or message led to. */
  wanted: string | undefined;
};

export function PrescriptionsSection({ person, reviewer, count, wanted, ...frame }: Props) {
  const pending = useQuery(pendingPrescriptions(person._id));
  const { billing } = useSettings();
  const [paper, setPaper] = useState<string | null>(null);
  // A message may lead to one that left the list, such as a fax that failed a day later.
  const isElsewhere =
    wanted !== undefined && pending.isSuccess && !pending.data.some((one) => one._id === wanted);
  const elsewhere = useQuery({ ...onePrescription(wanted ?? ''), enabled: isElsewhere });
  const followed = isElsewhere && elsewhere.data?.person._id === person._id ? [elsewhere.data] : [];
  const listed = [...(pending.data ?? []), ...followed];
  const onPaper = listed.find((one) => one._id === paper);
  return (
    <>
      <Section
        {...frame}
        count={count}
        struck={isCoverageInDoubt(person) ? 'struck through because of the eligibility' : null}
      >
        {pending.isPending && <Loading text="Loading..." rows={3} />}
        {pending.isError && !pending.data && (
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
            billable={billing && reviewer !== 'reader' && isBillable(person)}
            bill={bill}
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
