// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One payment as a small machine: ready, sending, waiting for an unknown outcome,
 * paid. A click makes one command with one key; a retry keeps both. The button is
 * never armed again until the server says that nothing was charged. It is made by a
 * till (till.ts), which keeps it for as long as its outcome is unknown.
 */
import { newIdempotencyKey } from '../../api/client';
import { ApiUnavailable } from '../../api/failures';
import { isUnanswered, unreadText, wordsOf } from '../../ui/feedback/failureText';
import { type Fault, faultsOf } from '../../ui/forms/faults';
import { isCertainRefusal, isInProgress, type PaymentStatus, paymentStatusOf } from './outcome';
import type { PaymentAdapter } from './paymentAdapter';

export type PaymentStep =
  | 'ready'
  | 'sending'
  | 'waiting'
  /** Paid from here, or seen to be paid after it was not known here. */
  | 'paid'
  /** Nothing was to be paid when it was opened, or it was paid or given up elsewhere. */
  | 'over';

/** Why the last attempt did not pay; certain, so that another attempt may be made. */
interface Refusal extends Fault {
  /** Only that the server could not be reached: nothing to read any more once it answers. */
  readonly passes?: true;
}

export interface PaymentSnapshot {
  readonly step: PaymentStep;
  readonly refusal: Refusal | null;
  /** Counts the refusals, so that each is told anew. */
  readonly round: number;
}

interface PaymentCallbacks<T> {
  /** Told of the newest view whenever an outcome is known. */
  onNewest: (newest: T) => void;
  /** Leaves for the wallet's page. */
  leave: (address: string) => void;
}

/** The field of the card, as the server names it. */
export const CARD = 'card';
const NOT_CHARGED = 'You were not charged. Please try again.';

type Command<T> = () => Promise<T>;

export class PaymentMachine<T> {
  private now: PaymentSnapshot;
  /** The command whose answer never came; it may go out again, with its own key. */
  private open: Command<T> | null = null;
  private isAttended = true;
  private isAsking = false;
  /** Left for the wallet's page. */
  private isAway = false;
  private readonly completionKey = newIdempotencyKey();
  private readonly listeners = new Set<() => void>();

  constructor(
    private thing: T,
    private readonly adapter: PaymentAdapter<T>,
    private readonly callbacks: PaymentCallbacks<T>,
  ) {
    this.now = { step: stepAtFirst(this.status(thing)), refusal: null, round: 0 };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly snapshot = (): PaymentSnapshot => this.now;

  /**
   * Whether somebody looks at it. What never arrived is sent again only for them: who left may do something else
   * about it, and is told what became of the press.
   */
  attend(isAttended: boolean): void {
    this.isAttended = isAttended;
    if (!isAttended && this.now.step === 'waiting') this.open = null;
  }

  /** The thing was read anew: another tab may have paid for it, or given it up. What is on its way is not touched. */
  observe(newest: T): void {
    if (this.now.step !== 'ready') return;
    this.thing = newest;
    const step = stepAtFirst(this.status(newest));
    if (step !== 'ready') this.show({ step, refusal: null });
  }

  /** The server answers again. */
  answered(): void {
    if (this.now.refusal?.passes) this.show({ refusal: null });
  }

  /** Back without an order that was approved: the wallet's page was left by the browser's Back. */
  turnedRound(): void {
    if (this.isAway) this.show({ step: 'ready' });
    this.isAway = false;
  }

  /** One press of the card button. `token` asks the provider's frame. */
  async payCard(token: () => Promise<string>): Promise<void> {
    if (!this.begin()) return;
    const { thing } = this;
    const key = newIdempotencyKey();
    let tokenId: string;
    try {
      tokenId = await token();
    } catch (failure) {
      // Nothing was sent to us yet, so nothing can have been charged.
      this.refuse({ field: CARD, message: wordsOf(failure) });
      this.show({ step: 'ready' });
      return;
    }
    await this.run(() => this.adapter.payByCard(thing, tokenId, key));
  }

  /** One press of the wallet button: an order, which charges nothing by itself. */
  async payWallet(): Promise<void> {
    if (!this.begin()) return;
    try {
      const order = await this.adapter.startOrder(this.thing, newIdempotencyKey());
      this.isAway = this.isAttended;
      if (this.isAway) this.callbacks.leave(order.approveUrl);
      else this.show({ step: 'ready' });
    } catch (failure) {
      if (isCertainRefusal(failure)) {
        await this.refused(failure, false);
        return;
      }
      this.refuse(
        isUnanswered(failure)
          ? { field: '', title: 'Nothing was charged', message: unreadText(failure), passes: true }
          : { field: '', message: wordsOf(failure) },
      );
      this.show({ step: 'ready' });
    }
  }

  /** Back from the wallet's page: its order is charged, once, however often this is drawn. */
  async returnFromWallet(orderID: string): Promise<void> {
    // Of what is on its way already the server tells the outcome, and of what is over there is nothing to charge.
    if (!this.begin()) return;
    const { thing } = this;
    const chargeKey = newIdempotencyKey();
    const recordKey = newIdempotencyKey();
    await this.run(async () => {
      await this.adapter.chargeOrder(thing, orderID, chargeKey);
      return this.adapter.recordOrder(thing, orderID, recordKey);
    });
  }

  /** While waiting: asks for the newest state, and sends again what never arrived. */
  async ask(): Promise<void> {
    if (this.now.step !== 'waiting' || this.isAsking) return;
    this.isAsking = true;
    try {
      const newest = await this.adapter.read(this.thing);
      const command = this.open;
      if (command && this.status(newest) === 'armed') await this.run(command, true);
      else await this.settle(newest);
    } catch {
      // Still no answer; the next turn asks again.
    } finally {
      this.isAsking = false;
    }
  }

  private status(thing: T): PaymentStatus {
    return paymentStatusOf(this.adapter.payable(thing));
  }

  /** Lets exactly one command through. */
  private begin(): boolean {
    if (this.now.step !== 'ready') return false;
    this.show({ step: 'sending', refusal: null });
    return true;
  }

  private async run(command: Command<T>, isAgain = false): Promise<void> {
    this.open = command;
    try {
      await this.settle(await command());
    } catch (failure) {
      if (isCertainRefusal(failure)) {
        this.open = null;
        await this.refused(failure, isAgain);
        return;
      }
      const mayGoAgain = failure instanceof ApiUnavailable || isInProgress(failure);
      if (!mayGoAgain || !this.isAttended) this.open = null;
      this.show({ step: 'waiting' });
    }
  }

  /** The refusal is certain for this command; an earlier one may still be open. `isAgain`: it was sent before. */
  private async refused(failure: unknown, isAgain: boolean): Promise<void> {
    this.refuse(faultsOf(failure)[0] ?? { field: '', message: wordsOf(failure) });
    try {
      const newest = await this.adapter.read(this.thing);
      const status = this.status(newest);
      if (status === 'paid' && !isAgain) {
        // Not by this press, which was refused.
        this.end('over', newest);
        return;
      }
      if (status !== 'armed') {
        await this.settle(newest);
        return;
      }
      this.callbacks.onNewest(newest);
      this.show({ step: 'ready' });
    } catch {
      this.show({ step: 'waiting' });
    }
  }

  private async settle(newest: T): Promise<void> {
    const status = this.status(newest);
    const { payment } = this.adapter.payable(newest);
    if (status === 'charged' && payment) {
      const done = await this.adapter.complete(newest, payment._id, this.completionKey);
      const became = this.status(done);
      // Completion that leaves it open is still an unknown outcome.
      if (became === 'paid' || became === 'over') this.end(became, done);
      else this.show({ step: 'waiting' });
      return;
    }
    if (status === 'paid' || status === 'over') {
      this.end(status, newest);
      return;
    }
    if (status === 'armed') {
      this.open = null;
      this.callbacks.onNewest(newest);
      const field = payment?.method === 'wallet' ? '' : CARD;
      if (payment?.message) this.refuse({ field, message: payment.message });
      else if (this.now.refusal === null) this.refuse({ field: '', message: NOT_CHARGED });
      this.show({ step: 'ready' });
      return;
    }
    this.show({ step: 'waiting' });
  }

  private end(step: 'paid' | 'over', newest: T): void {
    this.open = null;
    this.show({ step, refusal: null });
    this.callbacks.onNewest(newest);
  }

  private refuse(refusal: Refusal): void {
    this.show({ refusal, round: this.now.round + 1 });
  }

  private show(part: Partial<PaymentSnapshot>): void {
    this.now = { ...this.now, ...part };
    for (const listener of this.listeners) listener();
  }
}

/** What was paid or given up before is no news of this payment. */
function stepAtFirst(status: PaymentStatus): PaymentStep {
  if (status === 'armed') return 'ready';
  return status === 'paid' || status === 'over' ? 'over' : 'waiting';
}
