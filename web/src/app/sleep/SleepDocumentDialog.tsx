// SPDX-License-Identifier: AGPL-3.0-or-later

// A document of an order: the one that was made with it, on which no name and no number stands
// (decision 67), or its receipt.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SleepAssessmentView } from '../../api/generated/schema';
import { sleepDocument, sleepReceipt } from '../../features/sleep-studies/queries';
import { Dialog } from '../../ui/dialogs/Dialog';
import { PHONE_WIDTH } from '../../ui/widths';
import { LazyDocumentPages } from './LazyDocumentPages';

export interface SleepDocument {
  readonly order: SleepAssessmentView;
  readonly what: 'document' | 'receipt';
}

interface SleepDocumentDialogProps {
  readonly shown: SleepDocument;
  readonly onClose: () => void;
}

export function SleepDocumentDialog({ shown, onClose }: SleepDocumentDialogProps) {
  const narrow = useMediaQuery(PHONE_WIDTH);
  const { order, what } = shown;
  const isReceipt = what === 'receipt';
  const pdf = useQuery(isReceipt ? sleepReceipt(order) : sleepDocument(order._id));
  return (
    <Dialog
      opened
      onClose={onClose}
      size={720}
      fullScreen={narrow ?? false}
      title={`${isReceipt ? 'Receipt' : 'Preliminary document'} of ${order.label}`}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {isReceipt ? null : (
        <p>This preview does not show your name or health number. The request we fax to the clinic does.</p>
      )}
      <LazyDocumentPages pdf={pdf} name={isReceipt ? 'Receipt' : 'Test request'} />
    </Dialog>
  );
}
