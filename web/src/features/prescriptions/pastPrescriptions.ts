// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What was prescribed to somebody before, line by line, for standing beside the
 * line that is being decided: newest first, which of them are the same drug, and
 * which of them a safety mark of the line names.
 * Pure; the query is in queries.ts.
 */
import type { MarkView, MedicationView, PrescriptionView, Usage } from '../../api/generated/schema';
import { strengthsText, type StrengthParts } from '../../ui/strength';

export interface PastLine {
  readonly line: MedicationView;
  readonly prescription: PrescriptionView;
  /** How far it got: what was faxed in vain, or taken back since, is no medication that anybody has. */
  readonly outcome: 'Faxed' | 'Fax failed' | 'Void' | 'Printed' | 'Signed' | 'Approved' | 'Rejected';
  readonly at: string;
}

/**
 * Decided lines of every request but the one that `beside` is part of, newest first. What is left to do for a
 * request, such as a refund or a fax that failed, changes nothing of what was decided.
 */
export function pastLines(
  all: readonly PrescriptionView[],
  beside?: Pick<MedicationView, '_id'>,
): PastLine[] {
  return all
    .filter(({ status }) => status !== 'CREATED' && status !== 'CANCELED')
    .filter(({ medications }) => !medications.some(({ _id }) => _id === beside?._id))
    .flatMap((prescription) =>
      prescription.medications
        .filter((line) => line.status !== null)
        .map((line) => ({
          line,
          prescription,
          outcome: outcomeOf(line, prescription),
          at: line.decidedAt ?? prescription.createdAt,
        })),
    )
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

function outcomeOf(line: MedicationView, prescription: PrescriptionView): PastLine['outcome'] {
  const { statuses, printed, fax, signature } = prescription;
  const copy = prescription.copies[0];
  if (line.status === 'Rejected') return 'Rejected';
  if (copy?.void) return 'Void';
  if (fax?.undelivered) return 'Fax failed';
  if (copy?.way !== 'paper' && statuses.some((entry) => entry.code === 'FAXED')) return 'Faxed';
  if (printed) return 'Printed';
  return signature ? 'Signed' : 'Approved';
}

/** What was read once, with what is open on the page as it stands now: decided since, it is past for the next line. */
export function withOpen(
  read: readonly PrescriptionView[],
  open: readonly PrescriptionView[],
): PrescriptionView[] {
  const now = new Map(open.map((one) => [one._id, one]));
  const kept = read.filter((one) => one.version >= (now.get(one._id)?.version ?? 0));
  return [...kept, ...open.filter((one) => !kept.some((other) => other._id === one._id))];
}

/** What two drugs are compared by. */
interface Comparable {
  readonly name: string;
  readonly ingredients?: readonly { readonly ingredient_name?: string }[] | null | undefined;
}

/** The same active ingredients, whatever the strength and the maker; by name where none are known. */
export function isSame(one: Comparable, other: Comparable): boolean {
  const [mine, theirs] = [ingredientsOf(one), ingredientsOf(other)];
  if (mine.length > 0 && theirs.length > 0)
    return mine.length === theirs.length && mine.every((name) => theirs.includes(name));
  // Somebody typed a name: it may be the drug's or its ingredient's.
  const names = (of: Comparable, known: readonly string[]) =>
    known.length === 1 ? [folded(of.name), ...known] : [folded(of.name)];
  const theirNames = names(other, theirs);
  return names(one, mine).some((name) => name !== '' && theirNames.includes(name));
}

function ingredientsOf({ ingredients }: Comparable): string[] {
  const names = (ingredients ?? []).map((one) => folded(one.ingredient_name ?? ''));
  return [...new Set(names.filter((name) => name !== ''))];
}

/** "METFORMIN (METFORMIN HYDROCHLORIDE)" is metformin. */
function folded(text: string): string {
  return plain(text.replace(/\(.*\)/, '')).trim();
}

/** However it is spaced. */
function squeezed(text: string): string {
  return plain(text).replaceAll(/[\s,]+/g, '');
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

interface Kept {
  readonly name: string;
  readonly ingredients?: readonly StrengthParts[] | null | undefined;
  /** P-20418, of what was prescribed here; nothing of what the patient recorded. */
  readonly label?: string;
}

/** The loudest mark of a line that names this drug, as recorded or as prescribed then. */
export function markNaming(
  line: Pick<MedicationView, 'marks'>,
  { name, ingredients, label }: Kept,
): MarkView | undefined {
  const place = label === undefined ? 'recorded' : 'prescribed';
  const strengths = strengthsText(ingredients ?? []);
  const [bare, whole] = [squeezed(name), squeezed(`${name} ${strengths}`)];
  return line.marks
    .filter((mark) => mark.with?.place === place && (label === undefined || mark.with.label === label))
    .filter((mark) => {
      const theirs = squeezed(mark.with?.name ?? '');
      // The server knows the strength of what was recorded without one.
      return theirs === whole || theirs === bare || (strengths === '' && theirs.startsWith(bare));
    })
    .toSorted((one, other) => other.level - one.level)[0];
}

/** What is said of a drug that a mark names: "Level 2 with Candesartan 8 mg". */
export function markedNameText(mark: Pick<MarkView, 'kind' | 'level'>, drug: string): string {
  return mark.kind === 'interaction'
    ? `Level ${mark.level} with ${drug}`
    : `Named in a mark at level ${mark.level}`;
}

/** For how long it was, "3 months"; empty where nobody said. */
export function durationOf(usages: readonly Usage[]): string {
  const usage = usages[usages.length - 1];
  if (!usage) return '';
  return usage.duration === 'Other' ? (usage.durationOther ?? '') : usage.duration;
}
