// SPDX-License-Identifier: AGPL-3.0-or-later

/** The words of the queue for the partner clinic: its states, the reasons for giving up, why something waits. */
import type { WaitingJob } from '../../api/generated/schema';

export type QueueState = 'waiting' | 'givenUp' | 'done';

export function isQueueState(text: string | undefined): text is QueueState {
  return text === 'waiting' || text === 'givenUp' || text === 'done';
}

export const REASONS = [
  { value: 'byHand', label: 'It was entered at the clinic by hand' },
  { value: 'notNeeded', label: 'It is not needed any more' },
  { value: 'otherChart', label: 'The clinic has this patient under another number' },
  { value: 'other', label: 'Another reason' },
] as const;

/** Why it waits, for a row without words of its own. */
export function whyText(job: WaitingJob, resting: boolean): string {
  if (job.why !== null) return job.why;
  if (job.state === 'running') return 'It is being sent now.';
  if (job.state === 'done') return '';
  return resting
    ? 'It is waiting for the clinic’s record system to answer again.'
    : 'It is about to be sent.';
}
