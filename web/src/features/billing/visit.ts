// SPDX-License-Identifier: AGPL-3.0-or-later

import type { BillChange, DiagnosisView } from '../../api/generated/schema';
import type { Fault } from '../../ui/forms/faults';
import { momentOf } from './times';

/** The fields by the server's names: a day and two times as they are typed, a diagnosis as it was chosen. */
export interface VisitValues {
  readonly diagnosisCode: DiagnosisView | null;
  readonly serviceCode: string;
  readonly serviceDate: string;
  readonly serviceStartTime: string;
  readonly serviceEndTime: string;
}

type Visit = Pick<BillChange, 'diagnosisCode' | 'serviceCode' | 'serviceStartTime' | 'serviceEndTime'>;

/** What is missing before a visit can be sent. */
export function missingOf(values: VisitValues): readonly Fault[] {
  const { diagnosisCode, serviceDate, serviceStartTime, serviceEndTime } = values;
  return [
    ...(diagnosisCode ? [] : [{ field: 'diagnosisCode', message: 'Please choose a diagnosis.' }]),
    ...(momentOf(serviceDate, serviceStartTime)
      ? []
      : [{ field: 'serviceStartTime', message: 'Enter the start time of the visit.' }]),
    ...(momentOf(serviceDate, serviceEndTime)
      ? []
      : [{ field: 'serviceEndTime', message: 'Enter the end time of the visit.' }]),
  ];
}

/** The visit as it is sent; null while something is missing. */
export function visitOf(values: VisitValues): Visit | null {
  const { diagnosisCode, serviceCode, serviceDate } = values;
  const serviceStartTime = momentOf(serviceDate, values.serviceStartTime);
  const serviceEndTime = momentOf(serviceDate, values.serviceEndTime);
  if (!diagnosisCode || !serviceStartTime || !serviceEndTime) return null;
  return { diagnosisCode: diagnosisCode.code, serviceCode, serviceStartTime, serviceEndTime };
}
