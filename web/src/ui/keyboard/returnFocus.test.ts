// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../testing/until';
import { returnFocus } from './returnFocus';

let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = '<button id="send">Send</button><button id="other">Other</button>';
  stop = returnFocus(document);
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const button = (id: string) => document.getElementById(id) as HTMLButtonElement;

/** As a browser does: the focus goes nowhere. */
function disable(one: HTMLButtonElement): void {
  one.blur();
  one.disabled = true;
}

it('gives the focus back to the button that waited', async () => {
  button('send').focus();
  disable(button('send'));
  expect(document.body).toHaveFocus();
  button('send').disabled = false;
  await until(() => expect(button('send')).toHaveFocus());
});

it('gives it back after a second press, which put it at the content around', async () => {
  const content = document.createElement('main');
  content.tabIndex = -1;
  document.body.append(content);
  content.append(button('send'));
  button('send').focus();
  disable(button('send'));
  content.focus();
  button('send').disabled = false;
  await until(() => expect(button('send')).toHaveFocus());
});

it('leaves it where somebody went meanwhile', async () => {
  button('send').focus();
  disable(button('send'));
  button('other').focus();
  button('send').disabled = false;
  await Promise.resolve();
  expect(button('other')).toHaveFocus();
});
