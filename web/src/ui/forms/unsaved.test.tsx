// SPDX-License-Identifier: AGPL-3.0-or-later

import { Button, MantineProvider, TextInput } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { memoryHistory } from '../../testing/memoryHistory';
import { Dialog, loadDialogs } from '../dialogs/Dialog';
import { MAYBE_DONE } from '../feedback/failureText';
import { AppLink, useGo } from '../links/AppLink';
import { paths } from '../links/paths';
import { redirect, Router, RouterProvider, type Row } from '../links/router';
import { CancelButton } from './CancelButton';
import { LeaveQuestion } from './LeaveQuestion';
import { askAboutPart, holdInDocument, useUnsavedDraft } from './unsaved';
import { useFaultedForm } from './useFaultedForm';

const LOST = Object.assign(new Error('away'), {
  unanswered: 'No answer came. It may have been done already.',
});

/** A form whose text is stored as "kept", and whose saves fail. */
function Editor({ label }: { readonly label: string }) {
  const { values, field, faults } = useFaultedForm(label, { [label]: 'kept' });
  return (
    <>
      <TextInput {...field(label)} label={label} value={values[label] ?? ''} />
      <Button onClick={() => faults.fromError(LOST)}>{`Lose ${label}`}</Button>
      <Button onClick={() => faults.fromError(new Error('No.'))}>{`Refuse ${label}`}</Button>
    </>
  );
}

function FormPage() {
  const go = useGo();
  const [dialog, setDialog] = useState(false);
  return (
    <main>
      <h1>Form</h1>
      <Editor label="Name" />
      <Editor label="City" />
      <AppLink href={paths.patients()}>Messages</AppLink>
      <CancelButton onCancel={() => go(paths.dashboard())} />
      <Button onClick={() => go(paths.dashboard(), { saved: true })}>Save</Button>
      <Button onClick={() => setDialog(true)}>Write</Button>
      {dialog && (
        <Dialog
          opened
          title="A letter"
          onClose={() => setDialog(false)}
          footer={<CancelButton onCancel={() => setDialog(false)} />}
        >
          <Editor label="Letter" />
        </Dialog>
      )}
    </main>
  );
}

const page = (name: string) => () => (
  <main>
    <h1>{name}</h1>
    <AppLink href={paths.profile()}>To the form</AppLink>
  </main>
);

let guarded = false;
const rows: readonly Row[] = [
  { path: paths.dashboard(), page: page('Dashboard') },
  {
    path: paths.profile(),
    page: FormPage,
    guard: async () => {
      if (guarded) throw redirect(paths.login());
    },
  },
  { path: paths.patients(), page: page('Messages') },
  { path: paths.login(), page: page('Sign in') },
];

/** The form, with a page before it and one after it in the history. */
async function open() {
  const history = memoryHistory(paths.dashboard());
  const router = new Router(
    { rows, otherwise: { path: '' }, pending: () => null, failed: ({ error }) => <p>{String(error)}</p> },
    history,
  );
  await act(
    async () =>
      void render(
        <MantineProvider env="test">
          <RouterProvider router={router} />
          <LeaveQuestion />
        </MantineProvider>,
      ),
  );
  await screen.findByRole('heading', { name: 'Dashboard' });
  for (const href of [paths.profile(), paths.patients()])
    await act(async () => void router.navigate({ href }));
  await act(async () => history.back());
  const user = userEvent.setup();
  return {
    router,
    history,
    user,
    type: (label: string, text: string) => user.type(screen.getByLabelText(label), text),
    answer: async (name: 'Stay' | 'Leave') => user.click(await screen.findByRole('button', { name })),
  };
}

const title = () => screen.getByRole('heading', { level: 1, hidden: true }).textContent;
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
/** Whether the browser would ask before the document goes. */
const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(async () => {
  guarded = false;
  await loadDialogs();
});

it('asks nothing while the form says what is stored', async () => {
  const { type, user } = await open();
  await type('Name', 'x{Backspace}');
  expect(asksBrowser()).toBe(false);
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  expect(title()).toBe('Messages');
});

it('a link asks: Stay keeps what was typed, Leave goes on', async () => {
  const { type, user, answer, router } = await open();
  await type('Name', ' and more');
  expect(asksBrowser()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  expect(await screen.findByRole('button', { name: 'Stay' })).toHaveFocus();
  await answer('Stay');
  expect([title(), router.location.href]).toEqual(['Form', paths.profile()]);
  expect(screen.getByLabelText('Name')).toHaveValue('kept and more');
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  await answer('Leave');
  expect(title()).toBe('Messages');
  expect(asksBrowser()).toBe(false);
});

it.each([
  ['back', 'Dashboard'],
  ['forward', 'Messages'],
] as const)('going %s asks where one is, and goes on with Leave', async (way, target) => {
  const { type, answer, history } = await open();
  await type('Name', '!');
  await act(async () => history[way]());
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  expect(history.read().href).toBe(paths.profile());
  await answer('Stay');
  expect(title()).toBe('Form');
  await act(async () => history[way]());
  await answer('Leave');
  expect(title()).toBe(target);
});

it('two forms ask together, and one that is as stored again does not end that', async () => {
  const { type, user, answer } = await open();
  await type('Name', '!');
  await type('City', '!');
  await type('Name', '{Backspace}');
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  await answer('Stay');
  await type('City', '{Backspace}');
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  expect(title()).toBe('Messages');
});

it('Cancel asks once', async () => {
  const { type, user, answer } = await open();
  await type('Name', '!');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await answer('Leave');
  expect(title()).toBe('Dashboard');
  expect(question()).toBeNull();
});

it('a form that goes elsewhere after saving, and a guard that redirects, do not ask', async () => {
  const { type, user, router, history } = await open();
  await type('Name', '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(title()).toBe('Dashboard');
  await act(async () => history.back());
  await type('Name', '!');
  guarded = true;
  await act(async () => void router.load());
  expect([title(), question()]).toEqual(['Sign in', null]);
});

it('a dialog asks about what was typed in it, by each way out', async () => {
  const { type, user, answer } = await open();
  await type('Name', '!');
  const write = () => user.click(screen.getByRole('button', { name: 'Write' }));
  await write();
  // What was typed before it opened is not its own.
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  for (const leave of [
    () => user.keyboard('{Escape}'),
    async () => {
      const letter = within(screen.getByRole('dialog', { name: 'A letter' }));
      fireEvent.click(letter.getByRole('button', { name: 'Cancel' }));
    },
  ]) {
    await write();
    await user.type(await screen.findByLabelText('Letter'), '!');
    await leave();
    await answer('Stay');
    expect(screen.getByLabelText('Letter')).toHaveValue('kept!');
    await leave();
    // The key that answers does not close the dialog under it.
    await screen.findByRole('button', { name: 'Stay' });
    await user.keyboard('{Escape}');
    expect(question()).toBeNull();
    expect(screen.getByLabelText('Letter')).toHaveValue('kept!');
    await leave();
    await answer('Leave');
    expect(screen.queryByLabelText('Letter')).toBeNull();
  }
});

it('what stays when the form is closed is not asked about, and not forgotten', async () => {
  const { user } = await open();
  const end = holdInDocument(() => null);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(question()).toBeNull();
  expect(title()).toBe('Dashboard');
  expect(asksBrowser()).toBe(true);
  end();
  expect(asksBrowser()).toBe(false);
});

it('a dialog that is still there after Leave is asked about again', async () => {
  const { user, answer } = await open();
  const { unmount } = render(
    <MantineProvider env="test">
      <Editor label="Note" />
    </MantineProvider>,
  );
  await user.type(screen.getByLabelText('Note'), '!');
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  await answer('Leave');
  expect(title()).toBe('Messages');
  expect(asksBrowser()).toBe(true);
  unmount();
  expect(asksBrowser()).toBe(false);
});

it('what closes one part of a page asks about that part alone', async () => {
  const { type } = await open();
  await type('Name', '!');
  const closed: string[] = [];
  askAboutPart('line', () => closed.push('line'));
  expect(closed).toEqual(['line']);
  expect(question()).toBeNull();
});

it('what may be saved is not called unsaved', async () => {
  const { type, user, answer } = await open();
  const leave = () => user.click(screen.getByRole('link', { name: 'Messages' }));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await type('Name', '!');
  await press('Lose Name');
  // Typed on: what was sent may still be saved.
  await type('Name', '!');
  await leave();
  expect(await screen.findByRole('dialog', { name: 'Leave without an answer?' })).toHaveTextContent(
    MAYBE_DONE,
  );
  expect(screen.queryByText(/not saved/)).toBeNull();
  await answer('Stay');
  await press('Refuse Name');
  await leave();
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await answer('Stay');
  await press('Lose Name');
  await type('Name', '{Backspace}{Backspace}');
  await type('City', '!');
  await leave();
  expect(await screen.findByText('What you typed on this page is not saved.')).toBeVisible();
  await answer('Leave');
});

it.each([
  ['unanswered', MAYBE_DONE],
  ['failed', 'What you typed on this page is not saved.'],
] as const)('a draft whose saving %s', async (saving, said) => {
  function Draft() {
    useUnsavedDraft(saving, null);
    return null;
  }
  const { user, answer } = await open();
  render(<Draft />);
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  expect(await screen.findByText(said)).toBeVisible();
  await answer('Leave');
});
