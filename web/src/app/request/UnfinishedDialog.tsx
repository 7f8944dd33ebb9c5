// SPDX-License-Identifier: AGPL-3.0-or-later

// A request is being written already: it is not thrown away without a word.
import { Button } from '@mantine/core';
import type { RequestedMedication } from '../../api/generated/schema';
import { medicationText } from '../../features/prescriptions/medicationText';
import { Dialog } from '../../ui/dialogs/Dialog';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';

interface UnfinishedDialogProps {
  readonly medications: readonly RequestedMedication[];
  readonly onReplace: () => void;
}

export function UnfinishedDialog({ medications, onReplace }: UnfinishedDialogProps) {
  const go = useGo();
  const carryOn = () => go(paths.requestForm(), { replace: true });
  return (
    <Dialog
      opened
      closable={false}
      onClose={carryOn}
      title="You have an unfinished request"
      footer={
        <>
          <Button variant="default" onClick={onReplace}>
            Start this renewal instead
          </Button>
          <Button data-autofocus onClick={carryOn}>
            Continue my unfinished request
          </Button>
        </>
      }
    >
      <p>It includes:</p>
      <ul>
        {medications.map((line) => (
          <li key={`${line.drugId ?? ''} ${line.name}`}>{medicationText(line)}</li>
        ))}
      </ul>
      <p>You can only have one request in progress at a time.</p>
    </Dialog>
  );
}
