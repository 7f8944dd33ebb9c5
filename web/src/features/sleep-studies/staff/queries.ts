// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the staff read of sleep studies: the open orders, the newest answers, the request that is faxed, and
 * who signs it.
 */
import { queryOptions } from '@tanstack/react-query';

import { api, apiQuery } from '../../../api/client';
import type { SleepAssessmentView } from '../../../api/generated/schema';
import { sleepDocument, sleepInfos } from '../queries';

/** Orders that are not finished, and for a day those that were faxed or refunded. */
export function pendingSleep(personId: string) {
  return apiQuery('get', '/api/sleep-assessment/pending-by-person/{id}', {
    params: { path: { id: personId } },
  });
}

/** The newest of a patient's answers. */
export function newestSleepInfo(personId: string) {
  return queryOptions({
    queryKey: [...sleepInfos(personId).queryKey, 'newest'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: personId } };
      const versions = await api('get', '/api/sleep-info/person/{id}', { params, signal });
      return versions[0] ?? null;
    },
  });
}

/** The request as it is faxed; before it is made, the anonymous sheet. */
export function sleepRequest({ _id: id, hasRequest }: SleepAssessmentView) {
  const paper = sleepDocument(id);
  return queryOptions({ ...paper, queryKey: [...paper.queryKey, hasRequest ? 'request' : 'preliminary'] });
}

/** The doctor who signs the requests, if there is one. */
export function sleepRequester() {
  return apiQuery('get', '/api/sleep-assessment/requester');
}
