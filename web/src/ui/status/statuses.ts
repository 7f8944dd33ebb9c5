// SPDX-License-Identifier: AGPL-3.0-or-later

// The states of a request and of a sleep study: how each looks, and the words of it that patients read. Where the
// staff read another word, it is in staffStatuses.ts.
import {
  type Icon,
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconClockHour4,
  IconEyeCheck,
  IconFileOff,
  IconPrinter,
  IconPrinterOff,
  IconReceiptRefund,
  IconX,
} from '@tabler/icons-react';

interface StatusStyle {
  readonly label: string;
  readonly tone: 'plain' | 'pending' | 'info' | 'ok' | 'faxed' | 'rejected' | 'refunded';
  readonly icon: Icon;
}

const STYLES: Readonly<Record<string, StatusStyle>> = {
  CREATED: { label: 'Created', tone: 'plain', icon: IconCircleDashed },
  PENDING: { label: 'Pending', tone: 'pending', icon: IconClockHour4 },
  ACKNOWLEDGED: { label: 'Acknowledged', tone: 'info', icon: IconEyeCheck },
  APPROVED: { label: 'Approved', tone: 'ok', icon: IconCheck },
  FAXED: { label: 'Faxed to pharmacy', tone: 'faxed', icon: IconPrinter },
  REJECTED: { label: 'Not approved', tone: 'rejected', icon: IconX },
  REFUNDED: { label: 'Refunded', tone: 'refunded', icon: IconReceiptRefund },
  // No status of a request: stands beside one whose fax did not arrive.
  FAX_FAILED: { label: 'Fax failed', tone: 'rejected', icon: IconPrinterOff },
  // The same, once someone has dealt with it.
  FAX_OVER: { label: 'Fax failed', tone: 'plain', icon: IconPrinterOff },
  // A copy that must not be filled.
  VOID: { label: 'Void', tone: 'plain', icon: IconFileOff },
  SUBMITTED: { label: 'Submitted', tone: 'info', icon: IconEyeCheck },
  PAID: { label: 'Paid', tone: 'ok', icon: IconCheck },
  FREE: { label: 'Free', tone: 'ok', icon: IconCheck },
  CANCELED: { label: 'Canceled', tone: 'plain', icon: IconBan },
};

const UNKNOWN: StatusStyle = { label: '', tone: 'plain', icon: IconCircleDashed };

/** By code ("APPROVED") or by word ("Approved", the status of a single medication). */
export function statusStyle(code: string): StatusStyle {
  const style = STYLES[code.toUpperCase()] ?? Object.values(STYLES).find((one) => one.label === code);
  return style ?? { ...UNKNOWN, label: code };
}
