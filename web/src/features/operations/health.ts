// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls of the operations page, and how large something is.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { OperationsReport } from '../../api/types';

export const operationsReport = queryOptions({
  queryKey: ['job', 'operations'],
  queryFn: ({ signal }) => call<OperationsReport>('GET', '/operations', undefined, { signal }),
});

export function retryKind(kind: string, idempotencyKey: string): Promise<{ readonly tried: number }> {
  return call('PUT', `/operations/retry/${kind}`, {}, { idempotencyKey });
}

const UNITS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** `1.4 GB` */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find(([least]) => bytes >= least);
  return unit === undefined ? `${bytes} B` : `${(bytes / unit[0]).toFixed(1)} ${unit[1]}`;
}
