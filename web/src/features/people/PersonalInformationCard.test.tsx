// SPDX-License-Identifier: AGPL-3.0-or-later

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PersonView } from '../../api/generated/schema';
import { storeSettings } from '../../api/queries';
import { session, useMe } from '../../api/session';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testPerson, testSettings, testUser } from '../../testing/settings';
import { until } from '../../testing/until';
import { PersonalInformationCard } from './PersonalInformationCard';

const Person: PersonView = { ...testPerson, City: 'Vancouver' };
const me = testUser({ Person });

/** What the server has, and whether a change reaches it before its answer is lost. */
let stored = Person;
let arrives = true;

beforeEach(() => {
  stored = Person;
  storeSettings(testSettings);
  session.signIn('first', me);
  answerWith((request) => {
    if (request.method === 'PUT') {
      if (arrives) stored = { ...stored, City: 'Victoria' };
      return new Response('', { status: 502 });
    }
    if (pathOf(request) === '/api/user/token')
      return Response.json({ token: 'first', user: { ...me, Person: stored } });
    return Response.json({ provinces: ['BC'] });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function Section() {
  const [editing, setEditing] = useState(true);
  return (
    <PersonalInformationCard
      me={useMe()}
      editing={editing}
      blocked={false}
      onEdit={() => setEditing(true)}
      onClose={() => setEditing(false)}
    />
  );
}

async function save() {
  await renderAt('/profile', <Section />);
  const user = userEvent.setup();
  await user.clear(screen.getByLabelText('City'));
  await user.type(screen.getByLabelText('City'), 'Victoria');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  return user;
}

it('a change whose answer was lost is shown as soon as the server answers again', async () => {
  arrives = true;
  await save();
  expect(await screen.findByRole('button', { name: 'Edit: Personal Information' })).toBeVisible();
  expect(screen.getByText('Victoria')).toBeVisible();
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

it('one that never arrived stays in its form, and is not called unsaved', async () => {
  arrives = false;
  const user = await save();
  expect(await screen.findByRole('heading', { name: 'No answer came' })).toBeVisible();
  await until(() => expect(session.get().user).not.toBe(me));
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  // Typing what is stored is no save.
  await user.clear(screen.getByLabelText('City'));
  await user.type(screen.getByLabelText('City'), 'Vancouver');
  expect(screen.getByLabelText('City')).toBeVisible();
});
