// SPDX-License-Identifier: AGPL-3.0-or-later

// What jsdom lacks and Mantine asks for, and a clean document after each test.
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';
import { loadDialogs } from './ui/dialogs/Dialog';
import { toast } from './ui/feedback/toasts';

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
