// SPDX-License-Identifier: AGPL-3.0-or-later

// What cannot be called back leaves some seconds after the click; until then a card at the foot of the
// screen takes it back. It stays over a change of screen, says the time that is left, and Ctrl or Cmd
// with Z presses its button from anywhere but a text field.
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconSend } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from '../Kbd';
import { announce } from './announce';
import { onceOnlyText } from './failureText';
import { toast } from './toasts';
import classes from './UndoToast.module.css';
import { useReachable } from './useReachable';

interface UndoOffer {
  /** What is about to leave: "Fax of P-20418 to Cedar Pharmacy". */
  readonly text: string;
  /** How long it waits after the press. */
  readonly seconds: number;
  /** How long ago it was pressed: the answer to the first press may have been lost. */
  readonly gone: number;
  /** Takes it back; a refusal says that it has left. */
  readonly undo: () => Promise<void>;
  /** The message that says it is on its way: over once it is taken back. */
  readonly said?: number | undefined;
}

interface Offer extends UndoOffer {
  readonly id: number;
  readonly until: number;
}

let offers: readonly Offer[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: readonly Offer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Offers to take something back while it has not left. With no time nothing is offered. */
export function offerUndo(offer: UndoOffer): void {
  const left = Math.round(offer.seconds - offer.gone);
  if (left <= 0) return;
  lastId += 1;
  put([...offers, { ...offer, id: lastId, until: Date.now() + left * 1000 }]);
  announce(`${offer.text} sends in ${left} seconds. Press Control Z to undo.`);
}

function close(id: number): void {
  put(offers.filter((one) => one.id !== id));
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** The cards, for the frame around the staff's screens. */
export function UndoToasts() {
  const shown = useSyncExternalStore(subscribe, () => offers);
  useReachable();
  useEffect(
    () => () => {
      // Nothing of a patient stays for whoever signs in next.
      put([]);
    },
    [],
  );
  if (shown.length === 0) return null;
  return createPortal(
    <section className={classes['stack']} aria-label="Undo available" data-cards="offers" data-no-print>
      {shown.map((one, at) => (
        <UndoCard key={one.id} offer={one} newest={at === shown.length - 1} />
      ))}
    </section>,
    document.body,
  );
}

function UndoCard({ offer, newest }: { readonly offer: Offer; readonly newest: boolean }) {
  const [left, setLeft] = useState(() => secondsLeft(offer));
  const [busy, setBusy] = useState(false);

  const take = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await offer.undo();
      toast.success(`${offer.text}: undone.`, 'Nothing was sent.');
    } catch (error) {
      if (isRefusal(error)) toast.error(`${offer.text}: too late to undo.`, error.message);
      else toast.error(`${offer.text}: we don’t know yet whether it was undone.`, onceOnlyText(error));
    } finally {
      if (offer.said !== undefined) toast.close(offer.said);
      close(offer.id);
    }
  };

  const onTick = useEffectEvent(() => {
    const now = secondsLeft(offer);
    setLeft(now);
    if (now === 0 && !busy) {
      announce(`${offer.text} sent.`);
      close(offer.id);
    }
  });
  useEffect(() => {
    const timer = setInterval(() => {
      onTick();
    }, 250);
    return () => {
      clearInterval(timer);
    };
  }, []);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!newest || !isUndo || isWriting(event.target)) return;
    event.preventDefault();
    void take();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      onKey(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);

  return (
    <div className={classes['card']}>
      <IconSend size={20} aria-hidden="true" />
      <p className={classes['words']}>
        <strong>{offer.text}</strong>
        <span>
          sends in <span className={classes['number']}>{left}</span> s
        </span>
      </p>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
        rightSection={
          newest ? (
            <span aria-hidden="true">
              <Kbd>Ctrl Z</Kbd>
            </span>
          ) : undefined
        }
        aria-keyshortcuts={newest ? 'Control+Z Meta+Z' : undefined}
        onClick={() => void take()}
      >
        Undo <span className="s-visually-hidden">{offer.text}</span>
      </Button>
      <span
        className={classes['countdown']}
        style={{ animationDuration: `${offer.seconds}s` }}
        aria-hidden="true"
      />
    </div>
  );
}

/** The server's own no, as against an answer that never came. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'status' in error && error.status === 409;
}

function secondsLeft(offer: Offer): number {
  return Math.max(0, Math.ceil((offer.until - Date.now()) / 1000));
}
