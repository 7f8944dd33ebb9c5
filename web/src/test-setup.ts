// SPDX-License-Identifier: AGPL-3.0-or-later

// What jsdom lacks and Mantine asks for, and a clean document after each test.
import { BroadcastChannel as NodeChannel, threadId } from 'node:worker_threads';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';
import { PATIENCE_MS } from './testing/until';
import { loadDialogs } from './ui/dialogs/Dialog';
import { toast } from './ui/feedback/toasts';

configure({ asyncUtilTimeout: PATIENCE_MS });

beforeAll(loadDialogs);

afterEach(() => {
  cleanup();
  toast.clear();
  sessionStorage.clear();
  localStorage.clear();
});

Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    dispatchEvent: vi.fn(),
  }),
});

/** Tabs of one test: Node would hand what is said in one to the tests that run beside it. */
class OwnChannel extends NodeChannel {
  constructor(name: string) {
    super(`${name} ${threadId}`);
  }
}
Object.defineProperty(globalThis, 'BroadcastChannel', {
  configurable: true,
  writable: true,
  value: OwnChannel,
});

class ResizeObserverStub {
  observe(): void {
    // Nothing is laid out in jsdom.
  }
  unobserve(): void {
    // Nothing is laid out in jsdom.
  }
  disconnect(): void {
    // Nothing is laid out in jsdom.
  }
}
window.ResizeObserver = ResizeObserverStub;
window.HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
