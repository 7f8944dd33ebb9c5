// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offerUndo, UndoToasts } from './UndoToast';
import { Toasts } from './toasts';

describe('taking back what has not left', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(
      <MantineProvider env="test">
        <UndoToasts />
        <Toasts />
      </MantineProvider>,
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const offer = (undo: () => Promise<void>, seconds = 10, gone = 0) => {
    act(() => {
      offerUndo({ text: 'Fax of P-20418', seconds, gone, undo });
    });
  };

  it('counts down and goes when it has left', () => {
    offer(() => Promise.resolve());
    expect(screen.getByText('10')).toBeVisible();
    wait(4_000);
    expect(screen.getByText('6')).toBeVisible();
    wait(6_250);
    expect(screen.queryByRole('button', { name: 'Undo Fax of P-20418' })).toBeNull();
  });

  it('is pressed with Control Z, but not while writing', async () => {
    const undo = vi.fn(() => Promise.resolve());
    offer(undo);
    const field = document.createElement('input');
    document.body.append(field);
    fireEvent.keyDown(field, { key: 'z', ctrlKey: true });
    expect(undo).not.toHaveBeenCalled();
    field.remove();
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
      await Promise.resolve();
    });
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.getByText('Fax of P-20418: undone.')).toBeVisible();
  });

  it('says when it was too late', async () => {
    offer(() => Promise.reject(Object.assign(new Error('The fax has already been sent.'), { status: 409 })));
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Undo Fax of P-20418' }));
      await Promise.resolve();
    });
    expect(screen.getByText('Fax of P-20418: too late to undo.')).toBeVisible();
  });

  it('offers nothing where nothing can be taken back', () => {
    offer(() => Promise.resolve(), 0);
    expect(screen.queryByRole('region', { name: 'Undo available' })).toBeNull();
  });

  it('counts from the first press, whose answer may have been lost', () => {
    offer(() => Promise.resolve(), 10, 6.9);
    expect(screen.getByText('3')).toBeVisible();
    wait(3_250);
    offer(() => Promise.resolve(), 10, 12);
    expect(screen.queryByRole('region', { name: 'Undo available' })).toBeNull();
  });
});
