// SPDX-License-Identifier: AGPL-3.0-or-later

/** Where the payments of renewals are made. */
import { prescriptionPaymentAdapter } from './paymentAdapter';
import { Till } from './till';

export const prescriptionTill = new Till(prescriptionPaymentAdapter);
