// SPDX-License-Identifier: AGPL-3.0-or-later

/** What the review and the bill dialog of another feature agree on. */
import type { ReactNode } from 'react';

import type { PrescriptionView } from '../../../api/generated/schema';

/** By what means the patient was met; the words of the two buttons (decision 48). */
export type BillWay = 'phone' | 'msg';

export type BillSlot = (props: {
  prescription: PrescriptionView;
  way: BillWay;
  onClose: () => void;
}) => ReactNode;
