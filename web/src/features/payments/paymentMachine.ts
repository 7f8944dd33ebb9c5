// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One payment as a small machine: ready, sending, waiting for an unknown outcome,
 * paid. A click makes one command with one key; a retry keeps both. The button is
 * never armed again until the server says that nothing was charged.
 */
import { newIdempotencyKey } from '../../api/client';
import { ApiUnavailable } from '../../api/failures';
import { wordsOf } from '../../ui/feedback/failureText';
import { isCertainRefusal, type PaymentStatus, paymentStatusOf } from './outcome';
import type { PaymentAdapter } from './paymentAdapter';

export type PaymentStep = 'ready' | 'sending' | 'waiting' | 'paid';

export interface PaymentSnapshot {
  step: PaymentStep;
  /** Why the last attempt did not pay; certain, so that another attempt may be made. */
  refusal: string | null;
}

interface PaymentCallbacks<T> {
  /** Told of the newest view whenever an outcome is known. */
  onNewest: (newest: T) => void;
  /** Leaves for the wallet's page. */
  leave: (address: string) => void;
}

const FALLBACK = 'Some error happens. Please try again or contact us.';

type Command<T> = () => Promise<T>;

export class PaymentMachine<T> {
  private now: PaymentSnapshot;
  /** The command whose answer never came; it may go out again, with its own key. */
  private open: Command<T> | null = null;
  private returned = false;
  private readonly completionKey = newIdempotencyKey();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly thing: T,
    private readonly adapter: PaymentAdapter<T>,
    private readonly callbacks: PaymentCallbacks<T>,
  ) {
    const status = this.status(thing);
    const step = status === 'settled' ? 'paid' : status === 'armed' ? 'ready' : 'waiting';
    this.now = { step, refusal: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly snapshot = (): PaymentSnapshot => this.now;

  /** One press of the card button. `token` asks the provider's frame. */
  async payCard(token: () => Promise<string>): Promise<void> {
    if (!this.begin()) return;
    const key = newIdempotencyKey();
    let tokenId: string;
    try {
      tokenId = await token();
    } catch (failure) {
      // Nothing was sent to us yet, so nothing can have been charged.
      this.show({ step: 'ready', refusal: wordsOf(failure) });
      return;
    }
    await this.run(() => this.adapter.payByCard(this.thing, tokenId, key));
  }

  /** One press of the wallet button: an order, which charges nothing by itself. */
  async payWallet(): Promise<void> {
    if (!this.begin()) return;
    try {
      const order = await this.adapter.startOrder(this.thing, newIdempotencyKey());
      this.callbacks.leave(order.approveUrl);
    } catch (failure) {
      if (isCertainRefusal(failure)) await this.refused(wordsOf(failure));
      else this.show({ step: 'ready', refusal: wordsOf(failure) });
    }
  }

  /** Back from the wallet's page: its order is charged, once, however often this is drawn. */
  async returnFromWallet(orderID: string): Promise<void> {
    if (this.returned || this.now.step === 'paid') return;
    this.returned = true;
    this.show({ step: 'sending', refusal: null });
    const chargeKey = newIdempotencyKey();
    const recordKey = newIdempotencyKey();
    await this.run(async () => {
      await this.adapter.chargeOrder(this.thing, orderID, chargeKey);
      return this.adapter.recordOrder(this.thing, orderID, recordKey);
    });
  }

  /** While waiting: asks for the newest state, and sends again what never arrived. */
  async ask(): Promise<void> {
    if (this.now.step !== 'waiting') return;
    try {
      const newest = await this.adapter.read(this.thing);
      const command = this.open;
      if (command && this.status(newest) === 'armed') await this.run(command);
      else await this.settle(newest);
    } catch {
      // Still no answer; the next turn asks again.
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

  private async run(command: Command<T>): Promise<void> {
    this.open = command;
    try {
      await this.settle(await command());
    } catch (failure) {
      if (isCertainRefusal(failure)) {
        this.open = null;
        await this.refused(wordsOf(failure));
        return;
      }
      if (!(failure instanceof ApiUnavailable)) this.open = null;
      this.show({ step: 'waiting' });
    }
  }

  /** The refusal is certain for this command; an earlier one may still be open. */
  private async refused(words: string): Promise<void> {
    this.show({ refusal: words });
    try {
      const newest = await this.adapter.read(this.thing);
      if (this.status(newest) !== 'armed') {
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
      // Completion that leaves it open is still an unknown outcome.
      if (this.status(done) === 'settled') this.paid(done);
      else this.show({ step: 'waiting' });
      return;
    }
    if (status === 'settled') {
      this.paid(newest);
      return;
    }
    if (status === 'armed') {
      this.open = null;
      this.callbacks.onNewest(newest);
      this.show({ step: 'ready', refusal: payment?.message ?? this.now.refusal ?? FALLBACK });
      return;
    }
    this.show({ step: 'waiting' });
  }

  private paid(newest: T): void {
    this.open = null;
    this.show({ step: 'paid', refusal: null });
    this.callbacks.onNewest(newest);
  }

  private show(part: Partial<PaymentSnapshot>): void {
    this.now = { ...this.now, ...part };
    for (const listener of this.listeners) listener();
  }
}
