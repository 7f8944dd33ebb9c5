// SPDX-License-Identifier: AGPL-3.0-or-later

/** What insight reads, and the same as tables for a spreadsheet. */
import { keepPreviousData } from '@tanstack/react-query';
import { api, apiQuery } from '../../api/client';
import type { InsightPart } from '../../api/generated/schema';
import type { Sight } from './address';

/** A page that is left open follows the day. */
const AGAIN_MS = 300_000;

/** The usual period is the server's: its clock says what today is. */
const queryOf = ({ days, doctor, payer, compares }: Sight) => ({
  from: days?.from,
  to: days?.to,
  doctor: doctor ?? undefined,
  payer: payer ?? undefined,
  compare: compares,
});

export function insightView(sight: Sight) {
  return {
    ...apiQuery('get', '/api/insight', { params: { query: queryOf(sight) } }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  };
}

/** A table, or all of them one after the other. */
export function insightCsv(part: InsightPart, sight: Sight) {
  const params = { path: { part }, query: queryOf(sight) };
  return api('get', '/api/insight/csv/{part}', { params, parseAs: 'blob' });
}
