// SPDX-License-Identifier: AGPL-3.0-or-later

/** After a link in the content the focus starts at the next page's content, however long it takes to come. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { memoryHistory } from '../../testing/memoryHistory';
import { lazyPage, Outlet, Router, RouterProvider, useRouter } from '../../ui/links/router';
import { useFocusMain } from './leaving';

function Frame() {
  useFocusMain();
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  );
}

function List() {
  const router = useRouter();
  return (
    <button type="button" onClick={() => void router?.navigate({ href: '/patient' })}>
      Maren Holloway
    </button>
  );
}

it('puts the focus at the content when the page stands, not at the link that is gone', async () => {
  let arrive = (_page: () => React.JSX.Element): void => undefined;
  const page = lazyPage(() => new Promise((resolve) => (arrive = resolve)));
  const frame = { component: Frame };
  const otherwise = { path: '', page: List, frame };
  const router = new Router(
    { rows: [{ path: '/patient', page, frame }], otherwise, pending: () => null, failed: () => null },
    memoryHistory('/list'),
  );
  render(<RouterProvider router={router} />);
  const link = await screen.findByRole('button', { name: 'Maren Holloway' });
  await userEvent.click(link);
  expect(router.location.pathname).toBe('/patient');
  expect(link).toHaveFocus();
  await act(async () => arrive(() => <h1>Patient</h1>));
  expect(await screen.findByRole('heading', { name: 'Patient' })).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
});
