// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { memoryHistory } from '../../testing/memoryHistory';
import { until } from '../../testing/until';
import {
  browserHistory,
  type Frame,
  lazyPage,
  Outlet,
  redirect,
  Router,
  RouterProvider,
  type Row,
  useShown,
} from './router';

function Patient() {
  const { params, search } = useShown();
  return <h1>{`Patient ${params['id']}, ${search['part'] ?? 'whole'}`}</h1>;
}

const List = () => <h1>List</h1>;
const otherwise: Row = {
  path: '',
  guard: async () => {
    throw redirect('/list');
  },
};

/** A file that arrives when the test says so. */
function parcel() {
  let arrive = (_page: () => React.JSX.Element): void => undefined;
  let lose = (_reason: Error): void => undefined;
  const load = vi.fn(
    () =>
      new Promise<() => React.JSX.Element>((resolve, reject) => {
        arrive = resolve;
        lose = reject;
      }),
  );
  return {
    page: lazyPage(load),
    load,
    arrive: (page: () => React.JSX.Element) => act(async () => arrive(page)),
    lose: (reason: Error) => act(async () => lose(reason)),
  };
}

async function open(address: string, rows: readonly Row[]) {
  const history = memoryHistory(address);
  const router: Router = new Router(
    {
      rows,
      otherwise,
      pending: () => <p>On its way</p>,
      failed: ({ error, reset }) => (
        <button
          type="button"
          onClick={() => {
            reset();
            void router.load();
          }}
        >
          {String(error)}
        </button>
      ),
    },
    history,
  );
  await act(async () => void render(<RouterProvider router={router} />));
  return { router, history, go: (href: string) => act(async () => void router.navigate({ href })) };
}

const title = () => screen.getByRole('heading').textContent;

describe('an address', () => {
  const rows: readonly Row[] = [
    { path: '/list', page: List },
    { path: '/patient/$id', page: Patient },
    { path: '/patient/$id/edit', page: () => <h1>Edit</h1> },
  ];

  it.each([
    ['/list', 'List'],
    ['/List/', 'List'],
    ['/patient/7?part=notes#end', 'Patient 7, notes'],
    ['/patient/a%2Fb', 'Patient a/b, whole'],
    ['/patient/7/edit', 'Edit'],
  ])('%s shows %s', async (address, shown) => {
    await open(address, rows);
    expect(title()).toBe(shown);
  });

  it.each(['/', '/patient', '/patient/7/edit/more', '/nowhere'])('%s leads elsewhere', async (address) => {
    const { router, history } = await open(address, rows);
    expect([title(), router.location.href, history.read().href]).toEqual(['List', '/list', '/list']);
  });

  it('changes with back and forward, and not for the same address again', async () => {
    const { go, history } = await open('/list', rows);
    await go('/patient/7');
    await go('/patient/7');
    await act(async () => history.back());
    expect(title()).toBe('List');
    await act(async () => history.forward());
    expect(title()).toBe('Patient 7, whole');
  });
});

describe('a frame', () => {
  it('stays while its pages change', async () => {
    const begun = vi.fn();
    const Shell = () => {
      useEffect(() => begun(), []);
      return (
        <main>
          <Outlet />
        </main>
      );
    };
    const frame: Frame = { component: Shell };
    const { go } = await open('/list', [
      { path: '/list', page: List, frame },
      { path: '/patient/$id', page: Patient, frame },
    ]);
    await go('/patient/7');
    expect(title()).toBe('Patient 7, whole');
    expect(begun).toHaveBeenCalledTimes(1);
  });
});

describe('a page of its own file', () => {
  it('lets the former one stand until it is here, though the address is new', async () => {
    const file = parcel();
    const { go, router } = await open('/list', [
      { path: '/list', page: List },
      { path: '/late', page: file.page },
    ]);
    await go('/late');
    expect([title(), router.location.href]).toEqual(['List', '/late']);
    await file.arrive(() => <h1>Late</h1>);
    expect(title()).toBe('Late');
  });

  it('is not shown when another was asked for meanwhile, and both presses end with that', async () => {
    const file = parcel();
    const { router } = await open('/list', [
      { path: '/list', page: List },
      { path: '/late', page: file.page },
      { path: '/patient/$id', page: Patient },
    ]);
    const ended = vi.fn();
    await act(async () => void router.navigate({ href: '/late' }).then(ended));
    expect(ended).not.toHaveBeenCalled();
    await act(async () => void router.navigate({ href: '/patient/7' }));
    await file.arrive(() => <h1>Late</h1>);
    expect(title()).toBe('Patient 7, whole');
    await until(() => expect(ended).toHaveBeenCalledTimes(1));
  });

  it('says what failed, and is asked for again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const file = parcel();
    const { go } = await open('/list', [
      { path: '/list', page: List },
      { path: '/late', page: file.page },
    ]);
    await go('/late');
    await file.lose(new Error('did not arrive'));
    await userEvent.click(screen.getByRole('button', { name: 'Error: did not arrive' }));
    await file.arrive(() => <h1>Late</h1>);
    expect(title()).toBe('Late');
    expect(file.load).toHaveBeenCalledTimes(2);
  });
});

it('what a guard has against it stands in the page’s place', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const guard = vi.fn().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue(undefined);
  await open('/list', [{ path: '/list', page: List, guard }]);
  await userEvent.click(screen.getByRole('button', { name: 'Error: no answer' }));
  expect(title()).toBe('List');
});

it('going back finds the page where it was, a new one begins at its top', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const { go, history } = await open('/list', [
    { path: '/list', page: List },
    { path: '/patient/$id', page: Patient },
  ]);
  vi.stubGlobal('scrollY', 640);
  document.dispatchEvent(new Event('scroll'));
  await go('/patient/7');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  vi.unstubAllGlobals();
  await act(async () => history.back());
  expect(scrollTo).toHaveBeenLastCalledWith(0, 640);
});

describe('an address that a browser would take for another site’s', () => {
  it('is one of this site when it is opened', () => {
    const before = window.location.href;
    for (const [opened, read] of [
      ['//', '/'],
      ['//list', '/list'],
      ['///list?part=1#end', '/list?part=1#end'],
    ] as const) {
      window.history.replaceState(null, '', `${window.location.origin}${opened}`);
      expect(browserHistory.read().href).toBe(read);
    }
    window.history.replaceState(null, '', before);
  });

  it.each([
    '//other.example/x',
    '/\t/other.example/x',
    '/\\other.example/x',
  ])('is one of this site on the way to %j', async (href) => {
    const { router, go } = await open('/list', [
      { path: '/list', page: List },
      { path: '/other.example/x', page: () => <h1>Here</h1> },
    ]);
    await go(href);
    expect(router.location.href).toBe('/other.example/x');
    expect(title()).toBe('Here');
  });
});

it('asks the guard of the page before that of its frame', async () => {
  const to = (href: string) => async () => {
    throw redirect(href);
  };
  const frame = { component: Outlet, guard: to('/patients-sign-in') };
  await open('/queue', [
    { path: '/queue', page: List, frame, guard: to('/staff-sign-in') },
    { path: '/staff-sign-in', page: () => <h1>Staff</h1> },
    { path: '/patients-sign-in', page: () => <h1>Patients</h1> },
  ]);
  expect(title()).toBe('Staff');
});
