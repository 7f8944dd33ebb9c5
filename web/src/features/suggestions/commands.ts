// SPDX-License-Identifier: AGPL-3.0-or-later

// Sending a suggestion, and acknowledging one.
import { api, withKey } from '../../api/client';

interface Suggestion {
  readonly message: string;
  /** The picture of the page as a data URL; null without one. */
  readonly picture: string | null;
  readonly personId: string;
}

export function reportProblem({ message, picture, personId }: Suggestion, key: string) {
  return api('post', '/api/problem', {
    body: { message, personId, dataURL: picture ?? undefined },
    headers: withKey(key),
  });
}

export function acknowledgeProblem(id: string, key: string) {
  return api('put', '/api/problem/acknowledge', { body: { id }, headers: withKey(key) });
}
