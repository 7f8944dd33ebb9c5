// The call that sends a suggestion. Its list is the administrators' and not here yet.
import { call } from '../../api/client';

export interface Suggestion {
  readonly message: string;
  /** The picture of the page as a data URL; null without one. */
  readonly picture: string | null;
  readonly personId: string;
}

export function reportProblem({ message, picture, personId }: Suggestion, idempotencyKey: string) {
  return call<{ message: string }>(
    'POST',
    '/problem',
    { message, personId, ...(picture === null ? {} : { dataURL: picture }) },
    { idempotencyKey },
  );
}
