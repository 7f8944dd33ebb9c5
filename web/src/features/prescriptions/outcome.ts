// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What became of a request whose lines were not all approved, as facts: how
 * many left, how many did not, and what of the money goes back. Every screen
 * says it from here. Pure.
 */
import type { PrescriptionView } from '../../api/generated/schema';
import { formatMoney } from '../../ui/format';
import { statusStyle } from '../../ui/status/statuses';
import { isSameDrug } from './basket';

export type OutcomeFacts = Pick<
  PrescriptionView,
  'medications' | 'statuses' | 'payment' | 'refundState' | 'refundable' | 'fax' | 'copies'
>;

interface Outcome {
  /** How it looks: as faxed, approved or not approved. */
  readonly code: 'FAXED' | 'APPROVED' | 'REJECTED';
  /** "3 of 5 faxed", "2 not approved", "$20.00 refunded". */
  readonly facts: readonly string[];
}

/** Null while undecided or when all were approved. `refused` is the reader's word for a line that was not. */
export function outcomeOf(request: OutcomeFacts, refused = statusStyle('REJECTED').label): Outcome | null {
  const all = request.medications.length;
  const count = (status: string) => request.medications.filter((line) => line.status === status).length;
  const [approved, rejected] = [count('Approved'), count('Rejected')];
  if (rejected === 0 || approved + rejected < all) return null;
  const money = refundText(request) ?? [];
  if (approved === 0) return { code: 'REJECTED', facts: [refused].concat(money) };
  const way = wayOf(request);
  return {
    code: way === 'faxed' ? 'FAXED' : 'APPROVED',
    facts: [`${approved} of ${all} ${way}`, `${rejected} ${refused.toLowerCase()}`].concat(money),
  };
}

/** "3 of 5 faxed, 2 not approved, $20.00 refunded". */
export function outcomeText(request: OutcomeFacts, refused?: string): string | undefined {
  return outcomeOf(request, refused)?.facts.join(', ');
}

/** How far what was approved is, as far as anybody knows: a failed fax or a void copy is with no pharmacy. */
export function wayOf({ statuses, fax, copies: [copy] }: Pick<OutcomeFacts, 'statuses' | 'fax' | 'copies'>) {
  if (fax?.undelivered || copy?.void) return 'approved';
  if (copy?.way === 'paper') return 'printed';
  return statuses.some((entry) => entry.code === 'FAXED') ? 'faxed' : 'approved';
}

/** What goes back of the money, or went: "$20.00 refunded"; null where nothing does. */
export function refundText({ payment, refundState, refundable }: OutcomeFacts): string | null {
  const back = payment?.refundAmount ?? 0;
  if (refundState === 'done' && back > 0) return `${formatMoney(back)} refunded`;
  if (refundState === 'intended' || refundState === 'unknown') return 'the refund is on its way';
  return refundable > 0 ? `${formatMoney(refundable)} to be refunded` : null;
}

/** Nobody is reminded of a refusal for longer: not everything can be asked for again. */
const REFUSED_STAYS_MS = 30 * 24 * 60 * 60 * 1000;

export interface StillOpen {
  readonly text: string;
  /** A medication was not approved and was not asked for again: there is something to do. */
  readonly isRefused: boolean;
}

/**
 * What is still open of a request that ended; null when nothing is. A medication that was not approved is done with
 * once a newer request asks for it again, or after a month; money once it went back.
 */
export function stillOpen(
  request: PrescriptionView,
  newer: readonly PrescriptionView[],
  now: Date,
): StillOpen | null {
  const ended = request.statuses[0]?.at;
  const isLate = ended !== undefined && now.getTime() - new Date(ended).getTime() > REFUSED_STAYS_MS;
  const askedAgain = newer.flatMap((one) => one.medications);
  const isRefused =
    !isLate &&
    outcomeOf(request) !== null &&
    request.medications.some(
      (line) => line.status === 'Rejected' && !askedAgain.some((other) => isSameDrug(other, line)),
    );
  const isOwed = request.refundState !== 'done' && refundText(request) !== null;
  if (!isRefused && !isOwed) return null;
  return { text: outcomeText(request) ?? refundText(request) ?? '', isRefused };
}
