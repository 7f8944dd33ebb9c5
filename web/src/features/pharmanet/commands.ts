// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The look-up in the province's drug information. The credentials are kept
 * sealed by the server, for this person and session only, and are opened right
 * before the form is sent (decision 26): the page never keeps them.
 */
import { api } from '../../api/client';
import { ApiError } from '../../api/failures';
import type { PersonView } from '../../api/generated/schema';

const KEPT = 'salal.pharmanet';

/** The window of the other site (contract: 980 by 700). */
const WINDOW = 'popup,width=980,height=700';

/** The sealed credentials of this tab, if they were entered. */
export const sealedCredentials = {
  get: (): string | null => sessionStorage.getItem(KEPT),
  forget: (): void => {
    sessionStorage.removeItem(KEPT);
  },
};

/** Has the credentials sealed, and keeps the sealed string until the session ends. */
export async function storeSealedCredentials(login: string, password: string): Promise<void> {
  const body = { login, password, timestamp: Date.now() };
  const answer = await api('post', '/api/pharmanet/encrypt', { body });
  sessionStorage.setItem(KEPT, answer.encryptedStr);
}

/** Whether the person has a card by whose number one can look up (decision 93). */
export function hasLookUpNumber(person: Pick<PersonView, 'HealthDocuments'>): boolean {
  return person.HealthDocuments.some(
    (document) =>
      (document.Type === 'BC Card' || document.Type === 'Canadian Health Card') &&
      document.DocumentNumber !== '',
  );
}

/** Opened by the press itself, as browsers allow no window later. Null when one is not allowed at all. */
export function openWindow(): Window | null {
  const other = window.open('', '_blank', WINDOW);
  if (other) other.document.title = 'PharmaNet';
  return other;
}

/** Sends the look-up into the window. The form exists for this moment only. */
export async function lookUp(personId: string, other: Window): Promise<void> {
  const encryptedStr = sealedCredentials.get() ?? '';
  const form = await api('post', '/api/pharmanet/form', { body: { encryptedStr, personId } });
  const page = other.document;
  const sent = page.createElement('form');
  sent.method = 'post';
  sent.action = form.action;
  for (const name of ['phn', 'login', 'password'] as const) {
    const field = page.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = form[name];
    sent.append(field);
  }
  page.body.append(sent);
  // The other site must not be able to steer this page.
  other.opener = null;
  sent.submit();
  sent.remove();
}

/** The sealed string is another session's: the credentials are asked for again. */
export function isNotOurs(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'NOT_SEALED_FOR_YOU';
}
