// SPDX-License-Identifier: AGPL-3.0-or-later

// Short messages at the top right: gone after 15 s, paused while looked at, three at most. An error
// that needs an action must also be on the page.
import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import classes from './toasts.module.css';
import { useReachable } from './useReachable';

type Kind = 'success' | 'info' | 'warn' | 'error';

interface Toast {
  readonly id: number;
  readonly kind: Kind;
  readonly text: string;
  readonly detail: string | undefined;
  /** Of a command that failed: it is over with the next one that succeeds. */
  readonly ofCommand: boolean;
}

/** Specification section 9: alerts go after 15 seconds. */
const LIFE_MS = 15_000;
const MAX_TOASTS = 3;
const ICONS = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  error: IconAlertCircle,
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: Kind, text: string, detail?: string, ofCommand = false): number {
  lastId += 1;
  // Said again, it is the newest; two calls that fail alike are told once.
  const others = toasts.filter(
    (one) =>
      (one.kind !== kind || one.text !== text || one.detail !== detail) &&
      !(kind === 'success' && one.ofCommand),
  );
  put([...others, { id: lastId, kind, text, detail, ofCommand }].slice(-MAX_TOASTS));
  return lastId;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const toast = {
  success: (text: string, detail?: string) => show('success', text, detail),
  info: (text: string, detail?: string) => show('info', text, detail),
  warn: (text: string, detail?: string) => show('warn', text, detail),
  error: (text: string, detail?: string) => show('error', text, detail),
  /** A command failed: see toastFailure.ts. */
  failure: (text: string, detail?: string) => show('error', text, detail, true),
  close: (id: number) => put(toasts.filter((one) => one.id !== id)),
  clear: () => put([]),
};

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  useReachable();
  return createPortal(
    <section className={classes['stack']} aria-label="Notifications" data-cards="says" data-no-print>
      {shown.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </section>,
    document.body,
  );
}

function ToastCard({ toast: one }: { readonly toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const [left, setLeft] = useState(LIFE_MS);
  const Icon = ICONS[one.kind];
  useEffect(() => {
    if (paused) return undefined;
    const begun = Date.now();
    const timer = setTimeout(() => toast.close(one.id), left);
    return () => {
      clearTimeout(timer);
      setLeft((before) => Math.max(0, before - (Date.now() - begun)));
    };
    // `left` changes only when a pause begins; the timer must not restart for it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [paused, one.id]);
  return (
    <div
      className={classes['toast']}
      data-kind={one.kind}
      data-paused={paused || undefined}
      role={one.kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon size={20} aria-hidden="true" />
      <div className={classes['words']}>
        <strong>{one.text}</strong>
        {one.detail !== undefined && <span>{one.detail}</span>}
      </div>
      <CloseButton size={32} aria-label="Close notification" onClick={() => toast.close(one.id)} />
      <span className={classes['countdown']} aria-hidden="true" />
    </div>
  );
}
