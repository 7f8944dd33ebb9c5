// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PolicyDialog, type PolicyDialogProps } from './PolicyDialog';

function show(props: Partial<PolicyDialogProps>) {
  const handlers = { onAgree: vi.fn(), onClose: vi.fn() };
  render(
    <MantineProvider env="test">
      <PolicyDialog
        opened
        title="Terms of Use"
        version="Version 2.0"
        agreement="I accept the Terms of Use."
        agreed={false}
        {...handlers}
        {...props}
      >
        <p>Words.</p>
      </PolicyDialog>
    </MantineProvider>,
  );
  return { ...handlers, user: userEvent.setup() };
}

/** jsdom lays nothing out: the text is given a height that has to be scrolled. */
function tall(): HTMLElement {
  const text = screen.getByRole('region', { name: 'Terms of Use, text' });
  Object.defineProperties(text, { clientHeight: { value: 100 }, scrollHeight: { value: 900 } });
  return text;
}

describe('a policy to agree with', () => {
  it('offers its box only at the end of the text, and agrees by Confirm', async () => {
    const { user, onAgree, onClose } = show({});
    const text = tall();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(onAgree).not.toHaveBeenCalled();
    text.scrollTop = 800;
    fireEvent.scroll(text);
    await user.click(screen.getByRole('checkbox', { name: 'I accept the Terms of Use.' }));
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(onAgree).toHaveBeenCalledWith(true);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('offers the PharmaNet box at once', () => {
    show({ atOnce: true });
    expect(screen.getByRole('checkbox')).toBeEnabled();
  });

  it('shows somebody signed in a ticked, fixed box and Close', () => {
    show({ onAgree: undefined, agreed: true });
    expect(screen.getByRole('checkbox')).toBeChecked();
    expect(screen.getByRole('checkbox')).toBeDisabled();
    expect(screen.getAllByRole('button', { name: 'Close' })).not.toHaveLength(0);
  });
});
