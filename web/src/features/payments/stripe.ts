// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The card provider's own script, loaded from the address in the settings. Card
 * numbers live in its frame only; we see a token. Nothing of ours is sent to it.
 */

interface CardToken {
  token?: { id: string };
  error?: { type?: string; message?: string; code?: string };
}

export interface CardElement {
  mount: (place: HTMLElement) => void;
  unmount: () => void;
  focus?: () => void;
  on?: (event: 'change' | 'ready', listener: (change: { complete?: boolean }) => void) => void;
}

interface CardStyle {
  base: Record<string, string>;
}

export interface StripeClient {
  elements: () => {
    create: (kind: 'card', options?: { style?: CardStyle; hidePostalCode?: boolean }) => CardElement;
  };
  createToken: (element: CardElement, data: { name: string }) => Promise<CardToken>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeClient;
  }
}

let loading: Promise<void> | undefined;

function loadScript(address: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      loading = undefined;
      reject(new Error('The card form couldn’t be loaded.'));
    });
    document.head.append(script);
  });
  return loading;
}

export async function openStripe(address: string, publishableKey: string): Promise<StripeClient> {
  if (!window.Stripe) await loadScript(address);
  if (!window.Stripe) throw new Error('The card form couldn’t be loaded.');
  return window.Stripe(publishableKey);
}
