// SPDX-License-Identifier: AGPL-3.0-or-later

// The box that fills the request with the medications of the medical information, as far as they may
// be refilled, and takes them out again.
import { Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CurrentMedication, RequestedMedication } from '../../api/generated/schema';
import { loadCurrentMedications, loadedText } from '../../features/prescriptions/currentMedications';
import css from './request.module.css';

interface LoadCurrentProps {
  readonly taken: readonly CurrentMedication[];
  readonly checked: boolean;
  readonly onStart: () => void;
  readonly onLoad: (medications: RequestedMedication[]) => void;
  readonly onUnload: () => void;
}

export function LoadCurrent({ taken, checked, onStart, onLoad, onUnload }: LoadCurrentProps) {
  const load = useMutation({
    mutationFn: () => loadCurrentMedications(taken),
    onSuccess: (answer) => onLoad(answer.medications),
    onError: onUnload,
  });
  if (taken.length === 0) return null;
  return (
    <div className={css['load']}>
      <Checkbox
        label="Add my current medications"
        checked={checked}
        description={<span role="status">{words()}</span>}
        onChange={(event) => {
          if (!event.currentTarget.checked) return onUnload();
          onStart();
          load.mutate();
        }}
      />
    </div>
  );

  function words(): string {
    if (load.isPending) return 'Loading...';
    if (load.isError) return load.error.message;
    if (checked && load.data) return loadedText(load.data.medications.length, load.data.leftOut);
    return `${taken.length === 1 ? '1 medication is' : `${taken.length} medications are`} in your medical information.`;
  }
}
