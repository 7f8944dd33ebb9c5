// SPDX-License-Identifier: AGPL-3.0-or-later

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Carried, CarriedHere, useCarrier } from './Carried';

function Screen({ isWide }: { readonly isWide: boolean }) {
  const carrier = useCarrier();
  return (
    <>
      <main>{!isWide && <CarriedHere by={carrier} />}</main>
      {isWide && (
        <aside>
          <CarriedHere by={carrier} />
        </aside>
      )}
      <Carried by={carrier}>
        <input aria-label="Note" />
      </Carried>
    </>
  );
}

test('what is typed is still there where the part stands at another width', async () => {
  const { rerender } = render(<Screen isWide />);
  expect(screen.getByRole('complementary')).toContainElement(screen.getByLabelText('Note'));
  await userEvent.setup().type(screen.getByLabelText('Note'), 'Ferritin low');
  rerender(<Screen isWide={false} />);
  expect(screen.getByRole('main')).toContainElement(screen.getByLabelText('Note'));
  expect(screen.getByLabelText('Note')).toHaveValue('Ferritin low');
  rerender(<Screen isWide />);
  expect(screen.getByRole('complementary')).toContainElement(screen.getByLabelText('Note'));
  expect(screen.getByLabelText('Note')).toHaveValue('Ferritin low');
});
