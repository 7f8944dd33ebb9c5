// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { Toasts, toast } from '../feedback/toasts';
import { offerUndo, UndoToasts } from '../feedback/UndoToast';
import { ConfirmDialog } from './ConfirmDialog';
import { Dialog, loadDialogs } from './Dialog';

/** A dialog that makes room for a question before it is left. */
function Screen() {
  const [opened, setOpened] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpened(true)}>
        Write
      </button>
      <Dialog
        opened={opened && !asking}
        title="A letter"
        onClose={() => setAsking(true)}
        footer={
          <button type="button" onClick={() => setOpened(false)}>
            Send
          </button>
        }
      >
        Dear doctor
      </Dialog>
      {asking && (
        <ConfirmDialog
          opened
          title="Discard it?"
          question="It will be lost."
          safeLabel="Keep writing"
          dangerLabel="Discard"
          onConfirm={() => undefined}
          onClose={() => setAsking(false)}
        />
      )}
    </MantineProvider>
  );
}

test('after a question in between, the focus goes back to what opened the dialog', async () => {
  const user = userEvent.setup();
  render(<Screen />);
  await user.click(screen.getByRole('button', { name: 'Write' }));
  await screen.findByRole('dialog', { name: 'A letter' });
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Write' })).toHaveFocus();
  });
});

/** Its question is always there, closed until it is wanted. As in a browser, what one listener opens is drawn before the next. */
function Signing({ onLeave }: { readonly onLeave: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const [printing, setPrinting] = useState(false);
  return (
    <MantineProvider env="test">
      <Dialog opened title="Prescription" onClose={() => flushSync(() => setLeaving(true))}>
        <button type="button" onClick={() => setPrinting(true)}>
          Print
        </button>
        {(['Discard the signature', 'Print it'] as const).map((title) => (
          <ConfirmDialog
            key={title}
            opened={title === 'Print it' ? printing : leaving}
            title={title}
            question="Sure?"
            safeLabel="No"
            dangerLabel="Yes"
            onConfirm={onLeave}
            onClose={() => flushSync(() => (title === 'Print it' ? setPrinting : setLeaving)(false))}
          />
        ))}
      </Dialog>
    </MantineProvider>
  );
}

test('one Escape is for one dialog: the one opened last, as it was when the key was pressed', async () => {
  const user = userEvent.setup();
  await loadDialogs();
  const onLeave = vi.fn();
  render(<Signing onLeave={onLeave} />);
  await screen.findByRole('dialog', { name: 'Prescription' });
  const question = () => screen.queryByRole('dialog', { name: 'Discard the signature' });
  // Every time, not only once.
  for (let times = 0; times < 2; times += 1) {
    await user.keyboard('{Escape}');
    expect(question()).toBeVisible();
    await user.keyboard('{Escape}');
    expect(question()).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Prescription' })).toBeVisible();
  }
  // The dialog under a question does not hear of it.
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(await screen.findByRole('dialog', { name: 'Print it' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Print it' })).toBeNull();
  expect(question()).toBeNull();
  expect(onLeave).not.toHaveBeenCalled();
});

/** Each filter is asked about before it goes, and is gone before the dialog. */
function Filters() {
  const [rows, setRows] = useState(['28:08', '28:12']);
  const [leaving, setLeaving] = useState<string | null>(null);
  return (
    <MantineProvider env="test">
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setLeaving(row)}>{`Delete ${row}`}</button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={leaving !== null}
        title="Delete it?"
        question="It will be gone."
        safeLabel="Keep it"
        dangerLabel="Yes, delete"
        onConfirm={() => {
          setRows(rows.filter((row) => row !== leaving));
          setLeaving(null);
        }}
        onClose={() => setLeaving(null)}
      />
    </MantineProvider>
  );
}

test('after the row of the button is deleted, the focus is at the next row', async () => {
  const user = userEvent.setup();
  render(<Filters />);
  await user.click(screen.getByRole('button', { name: 'Delete 28:08' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, delete' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Delete 28:12' })).toHaveFocus();
  });
});

/** A dialog that says something at the edge of the screen. */
function Letter() {
  const [opened, setOpened] = useState(true);
  return (
    <MantineProvider env="test">
      <button type="button">Outside</button>
      <Dialog
        opened={opened}
        title="A letter"
        closable={false}
        onClose={() => setOpened(false)}
        footer={
          <>
            <button type="button" onClick={() => setOpened(false)}>
              Cancel
            </button>
            <button type="button" onClick={() => toast.info('Sent.')}>
              Send
            </button>
          </>
        }
      >
        Dear doctor
      </Dialog>
      <UndoToasts />
      <Toasts />
    </MantineProvider>
  );
}

test('what lies over a dialog is reached from it by Tab, and gives the focus back', async () => {
  const user = userEvent.setup();
  await loadDialogs();
  const undo = vi.fn(() => Promise.resolve());
  render(<Letter />);
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel).toHaveFocus());
  await user.tab();
  const send = screen.getByRole('button', { name: 'Send' });
  expect(send).toHaveFocus();
  // Nothing lies over it: its own ring.
  await user.tab();
  expect(cancel).toHaveFocus();
  act(() => offerUndo({ text: 'Fax of P-20418', seconds: 10, gone: 0, undo }));
  await user.click(send);
  const take = screen.getByRole('button', { name: 'Undo Fax of P-20418' });
  await user.tab();
  expect(take).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Close notification' })).toHaveFocus();
  await user.tab();
  expect(cancel).toHaveFocus();
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Close notification' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(cancel).toHaveFocus();
  expect(screen.queryByText('Sent.')).toBeNull();
  await user.tab({ shift: true });
  expect(take).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  await waitFor(() => expect(cancel).toHaveFocus());
  expect(screen.getByRole('dialog', { name: 'A letter' })).toBeVisible();
});
