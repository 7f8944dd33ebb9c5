// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How the copies of a prescription read, and the reasons for which one is voided.
 * Which ways are open is the server's word; here they only get their labels.
 */
import type { CopyView, PharmacyView, PrescriptionView, VoidReason } from '../../api/generated/schema';
import { formatDateTime, formatPhone } from '../../ui/format';

/** The server's own limit. */
export const MAX_CHARACTERS = 1000;

type Reasons = {
  readonly [R in VoidReason]: { readonly value: R; readonly label: string; readonly forPatient: string };
};

/** What doctors choose, and what the patient reads of it: a reason that is not here does not pass the types. */
const REASONS: Reasons = {
  fax_failed: {
    value: 'fax_failed',
    label: 'The fax did not arrive',
    forPatient: 'The fax did not reach your pharmacy.',
  },
  paper_kept: {
    value: 'paper_kept',
    label: 'The paper was not handed over',
    forPatient: 'The printed prescription was not used.',
  },
  cannot_fill: {
    value: 'cannot_fill',
    label: 'The pharmacy cannot fill it',
    forPatient: 'Your pharmacy couldn’t fill it.',
  },
  other_pharmacy: {
    value: 'other_pharmacy',
    label: 'The patient wants another pharmacy',
    forPatient: 'You asked for another pharmacy.',
  },
  wrong_recipient: {
    value: 'wrong_recipient',
    label: 'It reached someone else',
    forPatient: 'It reached someone other than your pharmacy.',
  },
  wrong: {
    value: 'wrong',
    label: 'It contains a mistake',
    forPatient: 'Something in it had to be corrected.',
  },
  not_dispensed: {
    value: 'not_dispensed',
    label: 'It must not be dispensed',
    forPatient: 'It must not be dispensed. Please do not pick it up.',
  },
};

/** The reasons that fit a copy: what did not arrive failed and reached nobody, what is paper was kept. */
export function reasonsFor(copy: CopyView) {
  return Object.values(REASONS).filter(({ value }) => {
    if (value === 'fax_failed') return copy.state === 'failed';
    if (value === 'wrong_recipient') return copy.state !== 'failed';
    return value !== 'paper_kept' || copy.way === 'paper';
  });
}

/** A copy's state as badge and word. */
export function copyBadge(copy: CopyView): { code: string; text: string } {
  switch (copy.state) {
    case 'voided':
      return { code: 'VOID', text: 'Void' };
    case 'voiding':
      return { code: 'PENDING', text: 'Being voided' };
    case 'failed':
      return { code: 'FAX_FAILED', text: 'Fax failed' };
    case 'delivered':
      return copy.way === 'paper'
        ? { code: 'APPROVED', text: 'Handed over' }
        : { code: 'APPROVED', text: 'Delivered' };
    default:
      return copy.way === 'paper'
        ? { code: 'PENDING', text: 'Printed, not handed over' }
        : { code: 'SUBMITTED', text: 'Not confirmed yet' };
  }
}

/** Whether another machine answered the fax of this copy, and nobody asked the pharmacy yet. */
export function isInDoubt(copy: CopyView, prescription: Pick<PrescriptionView, 'work' | 'fax' | 'copies'>) {
  return (
    copy._id === prescription.copies[0]?._id && copy.state === 'delivered' && faxNotice(prescription) !== null
  );
}

/** Whether a copy went to this pharmacy. */
export function wentTo(copy: CopyView, pharmacy: Pick<PharmacyView, 'name' | 'fax'>): boolean {
  return copy.pharmacyName === pharmacy.name && formatPhone(copy.pharmacyFax) === formatPhone(pharmacy.fax);
}

/** The reasons for which the copy is not issued again at the same pharmacy unasked. */
export const ELSEWHERE: readonly string[] = [
  'fax_failed',
  'wrong_recipient',
  'cannot_fill',
  'other_pharmacy',
];

/** What a copy is, in a few words. */
export function copyTitle(copy: CopyView): string {
  const way = copy.way === 'paper' ? 'printed for' : 'faxed to';
  return `Copy ${copy.number}, ${way} ${[copy.pharmacyName, copy.pharmacyCity].filter(Boolean).join(', ')}`;
}

/** When its state came about, and by whom. */
export function copyWhen(copy: CopyView): { at: string; by: string } {
  const name = (person: { name?: string; FirstName?: string; LastName?: string }) =>
    person.name ?? `${person.FirstName ?? ''} ${person.LastName ?? ''}`.trim();
  const voided = copy.void;
  if (voided) return { at: formatDateTime(voided.at ?? voided.askedAt), by: name(voided.by) };
  if (copy.handed) return { at: formatDateTime(copy.handed.at), by: name(copy.handed.by) };
  return { at: formatDateTime(copy.deliveredAt ?? copy.issuedAt), by: name(copy.issuedBy) };
}

/** The sentence over the copies while one is being voided, or just was. */
export function voidSentence(
  copy: CopyView,
  isSigned = false,
): { kind: 'warning' | 'error' | 'success'; title: string; text: string } | null {
  const voided = copy.void;
  if (!voided) return null;
  const next = isSigned
    ? `Copy ${copy.number + 1} is signed and not sent yet.`
    : `Copy ${copy.number + 1} is waiting for your signature.`;
  if (copy.state === 'voided') {
    const told =
      voided.toldName !== null && voided.toldAt !== null
        ? `${voided.toldName} of ${copy.pharmacyName} was notified by telephone, ${formatDateTime(voided.toldAt)}.`
        : voided.how === 'fax' && voided.at !== null && voided.faxId !== null
          ? `${copy.pharmacyName}’s machine confirmed the cancellation, ${formatDateTime(voided.at)}.`
          : `No pharmacy had it. ${voided.text}.`;
    return { kind: 'success', title: `Copy ${copy.number} is void.`, text: `${told} ${next}` };
  }
  const waits = 'It will be signed again once they have it.';
  if (voided.faxId === null)
    return {
      kind: 'warning',
      title: `Copy ${copy.number} is being voided.`,
      text: `Its own fax has not ended yet. The cancellation will be sent once it has, so that it doesn’t arrive first. ${waits}`,
    };
  if (voided.faxTrouble)
    return {
      kind: 'error',
      title: `${copy.pharmacyName} has not confirmed the cancellation.`,
      text: `${voided.faxReason ?? 'The fax did not arrive.'} Call them and record it here, or send it again at the fax desk. ${waits}`,
    };
  return {
    kind: 'warning',
    title: `The cancellation is on its way to ${copy.pharmacyName}.`,
    text: `You will be notified when their machine confirms it. ${waits}`,
  };
}

/**
 * The notice over the copies while a fax is work: it failed, nobody knows whether it arrived, or another
 * machine answered. The reason is the server's; a cancellation that failed has a sentence of its own.
 */
export function faxNotice({ work, fax, copies }: Pick<PrescriptionView, 'work' | 'fax' | 'copies'>): {
  kind: 'warning' | 'error';
  title: string;
  text: string;
} | null {
  if (work !== 'fax' || fax === null || copies[0]?.void) return null;
  const to = fax.recipientName;
  const again = 'send it again, or have the copy voided and issued again.';
  const words = (next: string) => [fax.reason, next].filter(Boolean).join(' ');
  switch (fax.state) {
    case 'failed':
      return {
        kind: 'error',
        title: `The fax to ${to} did not arrive.`,
        text: words(`Please ${again}`),
      };
    case 'delivered':
      return {
        kind: 'warning',
        title: `The fax to ${to} may have reached someone else.`,
        text: words(`If they have it, confirm that at the fax desk; if not, ${again}`),
      };
    default:
      return {
        kind: 'warning',
        title: `We don’t know whether the fax to ${to} arrived.`,
        text: words(`Ask them by telephone. If they have it, confirm that at the fax desk; if not, ${again}`),
      };
  }
}

/** The fax that somebody has to look at: the prescription's own, or that of the cancellation. */
export function failedFaxId({ work, fax, copies }: Pick<PrescriptionView, 'work' | 'fax' | 'copies'>) {
  if (work !== 'fax') return null;
  return copies[0]?.void?.faxId ?? fax?._id ?? null;
}

/** Now, as a field for date and time of the local clock takes it. */
export function localNow(now: Date): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What such a field holds, as a moment; null while it holds none. */
export function momentOf(local: string): string | null {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** What to do when a copy that counts as printed is not on paper: the printer jammed, or the window was closed. */
export function noPaperText(copy: Pick<CopyView, 'way' | 'state'>): string | null {
  return copy.way === 'paper' && copy.state === 'live'
    ? 'If the paper did not come out, void this copy, then sign and print again.'
    : null;
}
