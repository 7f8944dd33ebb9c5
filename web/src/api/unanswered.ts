// SPDX-License-Identifier: AGPL-3.0-or-later

// The keys of commands whose answer did not come. The same command again, from whatever button and after the tab
// was loaded anew, is sent under the same key: the server did it once, and gives the answer that was lost
// (decision 249). What is kept of a command is its key and a number made of it and the session's token.

const STORED = 'salal.unanswered';

/** After this it is a new command: who asks again then has seen meanwhile what became of the first. */
const KEPT_MS = 10 * 60 * 1000;

/** What a page does by itself: after anything else the state is another, and the same press another command. */
const BY_ITSELF = /(?:token|preferences|updateIsRead|draft|(?:presence|first-login)\/[^/]+)$/;

/**
 * What only says how something is to be, and names no version of it. Done again it is the same, so each press is sent
 * by itself: under an earlier key it would be answered with what was once done, whatever was said since.
 */
const SETS =
  /(?:preferences|updateIsRead|archive|back-inbox|prescription\/(?:claim|release)|location|prefer-pharmacy|(?:personalInfo|healthDoc|credential)\/[^/]+)$/;

/** Can only be pressed on what was seen to be done: what is wanted after it is wanted anew, though it was not answered. */
const TAKES_BACK = /\/undo/;

/** What is asked for at different addresses and is one matter: a refund of a request, the answers that an order is made with. */
const ORDERS: ReadonlySet<string> = new Set([
  'prescription',
  'payment',
  'fax',
  'sleep-assessment',
  'sleep-info',
]);

/** Posted, and takes the place of what was posted before; anything else that is posted twice is two things. */
const POSTED_OVER = /(?:sleep-info|tele-plan\/password|medicalinfo(?:\/update)?)$/;

/** The matter of an address, such as "message-template" of "/api/message-template/{id}". */
function matterOf(address: string): string {
  const matter = /\/api\/([^/?]+)/.exec(address)?.[1] ?? '';
  return ORDERS.has(matter) ? 'order' : matter;
}

/** What ends the own session when it is done. */
export type Ending = 'password' | 'email' | 'account';

interface Sent {
  readonly mark: number;
  readonly key: string;
  readonly at: number;
  /** When it was sent for the first time. */
  readonly began: number;
  /** Somebody pressed for it; a page asks by itself without a key. */
  readonly isPressed: boolean;
  readonly matter: string;
  /** Of what is posted, and leaves what was posted there before as it is: where. */
  readonly adds: number | null;
  readonly ending?: Ending | undefined;
  /** Of somebody signed in: without a session's token in it the number could be tried out, so the tab's storage has none. */
  readonly isKept: boolean;
}

/** Those of somebody signed in are in the tab's storage as well; the others end with the document. */
let sent: Sent[] = restored();

let done = 0;

/** How many things were done from this document, without what was only asked and what a page does by itself. */
export const actsDone = (): number => done;

/** On the way: not known to be lost. */
const flying = new Set<string>();

/** On the way for the first time: a refusal is the answer to it. */
const first = new Set<string>();

/** Keys of commands that something came after: a button that still has one presses anew. */
const ended = new Set<string>();

function restored(): Sent[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  } catch {
    return [];
  }
}

function store(next: Sent[]): void {
  sent = next;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(sent.filter(({ isKept }) => isKept)));
  } catch {
    // No storage: they end with the document.
  }
}

/** Keeps those that are still to be asked about; what the others stood for is a new command from now on. */
function keep(isWaiting: (one: Sent) => boolean): Sent[] {
  for (const one of sent) if (!isWaiting(one)) ended.add(one.key);
  return sent.filter(isWaiting);
}

/** Two numbers of 32 bits that follow the text, as one of 53. */
function markOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** Why a session may have ended: a command of it that ends it, and whose answer did not come. */
export function endingUnanswered(): Ending | undefined {
  const since = Date.now() - KEPT_MS;
  return sent.findLast(({ key, at, ending }) => ending !== undefined && at > since && !first.has(key))
    ?.ending;
}

/** A body as text; of a file its name, its size and when it was changed. */
function textOf(body: BodyInit | null): string {
  if (!(body instanceof FormData)) return String(body);
  const parts = [...body].map(([name, part]) => [
    name,
    typeof part === 'string' ? part : [part.name, part.size, part.lastModified],
  ]);
  return JSON.stringify(parts);
}

interface Command {
  readonly method: string;
  readonly address: string;
  readonly body: BodyInit | null;
  readonly access: string | null;
  /** The state it was pressed in, where the body does not say it. */
  readonly state: string | null;
  readonly ending?: Ending | undefined;
}

export interface Flight {
  /** The key to send it with. */
  readonly key: string;
  /** When it was first pressed, in milliseconds. */
  readonly began: number;
  /** It was answered. What keeps no answer under its key, whatever its method, was a question and changed nothing. */
  readonly answered: (isKept: boolean) => void;
  /** The answer is that of an earlier press, and something in the same matter was pressed since of which nobody knows whether it was done. */
  readonly isOvertaken: (isReplayed: boolean) => boolean;
  /** It was refused, and changed nothing. */
  readonly refused: () => void;
  /** It ended without an answer. */
  readonly lost: () => void;
}

/**
 * A command that is about to be sent: under the key of the same one that was not answered, or the one its press gave,
 * or a fresh one.
 */
export function takeOff(
  { method, address, body, access, state, ending }: Command,
  given: string | null,
  fresh: () => string,
): Flight {
  const now = Date.now();
  const mark = markOf([method, address, access, state, textOf(body)].join('\n'));
  const isLost = (one: Sent) => one.mark === mark || flying.has(one.key) || !TAKES_BACK.test(address);
  const waiting = keep((one) => one.at > now - KEPT_MS && isLost(one));
  const same = SETS.test(address)
    ? undefined
    : waiting.find((one) => one.mark === mark && !flying.has(one.key));
  const key = same?.key ?? (given === null || ended.has(given) ? fresh() : given);
  flying.add(key);
  if (!same) first.add(key);
  const isPressed = given !== null && !BY_ITSELF.test(address);
  const own: Sent = {
    mark,
    key,
    at: now,
    began: same?.began ?? now,
    isPressed,
    matter: matterOf(address),
    adds: method === 'post' && !POSTED_OVER.test(address) ? markOf(address) : null,
    isKept: access !== null,
    ending,
  };
  store([...waiting.filter((one) => one !== same), own]);
  const land = (isPast: (one: Sent) => boolean) => {
    flying.delete(key);
    first.delete(key);
    store(
      keep((one) => one.key === key || flying.has(one.key) || !isPast(one)).filter((one) => one.key !== key),
    );
  };
  return {
    key,
    began: own.began,
    answered: (isKept) => {
      const isAct = isKept && !BY_ITSELF.test(address);
      if (isAct) done += 1;
      land(() => isAct);
    },
    isOvertaken: (isReplayed) => {
      const isOther = (one: Sent) =>
        one.isPressed &&
        one.mark !== mark &&
        one.began >= own.began &&
        one.matter === own.matter &&
        (one.adds === null || one.adds !== own.adds);
      if (!isReplayed || !isPressed || !sent.some(isOther)) return false;
      ended.add(key);
      land(() => false);
      return true;
    },
    refused: () => land(() => false),
    lost: () => {
      flying.delete(key);
      first.delete(key);
    },
  };
}
