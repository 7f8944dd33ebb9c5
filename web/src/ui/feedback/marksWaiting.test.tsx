// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Loading } from './states';

function Page({ first, second }: { readonly first: boolean; readonly second: boolean }) {
  return (
    <MantineProvider env="test">
      <main>
        <section aria-label="Messages">
          {first && <Loading />}
          {second && <Loading />}
        </section>
        <section aria-label="Help">Words</section>
      </main>
    </MantineProvider>
  );
}

test('a part holds back what comes after it until all in it is there', () => {
  const { rerender } = render(<Page first second />);
  const waits = (name?: string) =>
    (name === undefined ? screen.getByRole('main') : screen.getByRole('region', { name })).hasAttribute(
      'data-waits',
    );
  expect([waits(), waits('Messages'), waits('Help')]).toEqual([true, true, false]);
  rerender(<Page first={false} second />);
  expect([waits(), waits('Messages')]).toEqual([true, true]);
  rerender(<Page first={false} second={false} />);
  expect([waits(), waits('Messages')]).toEqual([false, false]);
});
