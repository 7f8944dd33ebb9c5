// SPDX-License-Identifier: AGPL-3.0-or-later

/** What the review and the fax feature agree on: the copies under a prescription, and what is done about them. */
import type { ReactNode } from 'react';

import type { PrescriptionView } from '../../../api/generated/schema';
import type { Reviewer } from './commands';

export type CopiesSlot = (props: { prescription: PrescriptionView; reviewer: Reviewer }) => ReactNode;
