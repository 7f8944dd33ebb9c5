// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The laboratory tests of a patient, newest first. What nobody has acknowledged
 * stands open with its values; the rest is a line that opens. A report that the
 * laboratory corrected keeps its earlier versions beside it.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { usePrinting } from '../../ui/page/usePrinting';
import { labTests } from './queries';
import { Result } from './Result';
import css from './labs.module.css';

interface LabTestsProps {
  personId: string;
  /** The test that a message led to, in whatever version. */
  openItem?: string | undefined;
}

export function LabTests({ personId, openItem }: LabTestsProps) {
  const tests = useQuery(labTests(personId));
  const isPrinting = usePrinting();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  if (tests.isError) {
    return <ErrorState error={tests.error} onRetry={() => void tests.refetch()} />;
  }
  if (tests.isPending) return <Loading text="Loading..." rows={2} />;
  if (tests.data.length === 0) return <EmptyState text="No Lab test for this patient." />;
  return (
    <div className={css.list}>
      {tests.data.map((test) => {
        const order = `${test.lab} ${test.order}`;
        const isWanted = test._id === openItem || test.earlier.some((one) => one._id === openItem);
        const byItself = test.acknowledgedAt === null || isWanted;
        return (
          <Result
            key={order}
            personId={personId}
            test={test}
            current={isWanted}
            opened={isPrinting || (toggled.has(order) ? !byItself : byItself)}
            onToggle={() =>
              setToggled((before) => {
                const next = new Set(before);
                if (!next.delete(order)) next.add(order);
                return next;
              })
            }
            onAcknowledged={() => {
              // It stays open under the doctor's eyes.
              setToggled((before) => (isWanted ? before : new Set(before).add(order)));
            }}
          />
        );
      })}
    </div>
  );
}
