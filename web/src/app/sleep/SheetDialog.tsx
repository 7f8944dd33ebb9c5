// The document that was made with an order: no name and no number stands on it (decision 67).
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SleepAssessment } from '../../api/types';
import { sleepDocument } from '../../features/sleep-studies/calls';
import { Dialog } from '../../ui/dialogs/Dialog';
import { LazySheet } from './LazySheet';

interface SheetDialogProps {
  readonly order: SleepAssessment;
  readonly onClose: () => void;
}

export function SheetDialog({ order, onClose }: SheetDialogProps) {
  const narrow = useMediaQuery('(max-width: 767px)');
  const sheet = useQuery(sleepDocument(order._id));
  return (
    <Dialog
      opened
      onClose={onClose}
      size={720}
      fullScreen={narrow ?? false}
      title={`Preliminary document of ${order.label}`}
      foot={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>This copy carries no name and no number. The request that we fax to the clinic names you.</p>
      <LazySheet sheet={sheet} />
    </Dialog>
  );
}
