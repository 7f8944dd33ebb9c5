// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AgreementDialog } from './AgreementDialog';

const statements = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'];

describe('the agreement', () => {
  it('is confirmed only when all six boxes are ticked, and says so until then', async () => {
    const onConfirm = vi.fn();
    render(
      <MantineProvider env="test">
        <AgreementDialog opened statements={statements} onClose={() => undefined} onConfirm={onConfirm} />
      </MantineProvider>,
    );
    const user = userEvent.setup();
    const confirm = screen.getByRole('button', { name: 'I confirm' });
    const boxes = screen.getAllByRole('checkbox');
    expect(boxes).toHaveLength(6);
    for (const box of boxes.slice(0, 5)) await user.click(box);
    expect(screen.getByText('5 of 6 ticked')).toBeVisible();
    expect(confirm).toHaveAccessibleDescription('Tick all six boxes to continue.');
    await user.click(confirm);
    expect(onConfirm).not.toHaveBeenCalled();
    await user.click(screen.getByLabelText('Six.'));
    await user.click(confirm);
    expect(onConfirm).toHaveBeenCalledWith([true, true, true, true, true, true]);
  });
});
