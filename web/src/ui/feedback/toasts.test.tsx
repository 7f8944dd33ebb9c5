// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts, toast } from './toasts';

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(
      <MantineProvider env="test">
        <Toasts />
      </MantineProvider>,
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  it('go after 15 seconds, and wait while looked at', () => {
    act(() => {
      toast.success('Queue prescription fax success.');
    });
    wait(14_000);
    fireEvent.mouseEnter(screen.getByRole('status'));
    wait(60_000);
    expect(screen.getByText('Queue prescription fax success.')).toBeVisible();
    fireEvent.mouseLeave(screen.getByRole('status'));
    wait(1_100);
    expect(screen.queryByText('Queue prescription fax success.')).toBeNull();
  });

  it('say the same once, for as long as if it were new', () => {
    act(() => {
      toast.error('Error - Some error happens. Please try again or contact us.');
    });
    wait(10_000);
    act(() => {
      toast.error('Error - Some error happens. Please try again or contact us.');
    });
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    wait(10_000);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    wait(5_100);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are three at most, and errors interrupt', () => {
    act(() => {
      for (const text of ['one', 'two', 'three']) toast.info(text);
      toast.error('Error on refaxing', 'The line is busy.');
    });
    expect(screen.queryByText('one')).toBeNull();
    expect(screen.getAllByRole('status')).toHaveLength(2);
    expect(screen.getByRole('alert')).toHaveTextContent('Error on refaxingThe line is busy.');
  });
});
