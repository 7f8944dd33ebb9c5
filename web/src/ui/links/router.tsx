// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Which page stands at which address. A row has a path, a guard that lets people enter or throws a redirect, a page,
 * and perhaps a frame around it, which stays while its pages change. The address changes at once; a page stays until
 * the next one is here, and whoever was overtaken by a later press leads nowhere. The rows are in src/app/router.tsx.
 *
 * A library for this is a fifth of what a patient's telephone loads first, and of it we need this much.
 */
import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  memo,
  type ReactNode,
  Suspense,
  use,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { arrived, losesTextFor, mayLeaveFor } from '../forms/unsaved';
import { nextTask } from '../nextTask';
import { keepScroll, type Scroll } from './scroll';

/** An address, taken apart. */
export interface Place {
  /** What follows the site's name. */
  readonly href: string;
  readonly pathname: string;
  /** Words, never JSON: an id of digits stays a text. */
  readonly search: Readonly<Record<string, string | undefined>>;
  /** Without its sign. */
  readonly hash: string;
  /** The entry of the browser's history. */
  readonly key: string;
}

/** A page or a frame; what has a file of its own is fetched first. */
export type Part = ComponentType & { readonly preload?: () => Promise<void> };

/** Lets people enter, or throws a redirect or a failure. */
export type Guard = (entering: { readonly location: Place }) => Promise<void>;

export interface Frame {
  readonly component: Part;
  readonly guard?: Guard;
  /** While nothing stands yet. */
  readonly pending?: ComponentType;
}

export interface Row {
  /** A part that begins with $ is a parameter. */
  readonly path: string;
  readonly guard?: Guard;
  readonly page?: Part | undefined;
  readonly frame?: Frame | undefined;
}

interface Table {
  readonly rows: readonly Row[];
  /** What stands at any other address. */
  readonly otherwise: Row;
  readonly pending: ComponentType;
  readonly failed: ComponentType<{ readonly error: unknown; readonly reset: () => void }>;
}

/** The browser's history, or a test's. */
export interface History {
  readonly read: () => {
    readonly href: string;
    readonly key: string | undefined;
    /** Which of our entries it is, counted from where the app began. */
    readonly at: number | undefined;
  };
  readonly write: (href: string, key: string, at: number, replace: boolean) => void;
  readonly go: (by: number) => void;
  /** Calls after somebody went back or forward; answers how to end that. */
  readonly onTravel: (listener: () => void) => () => void;
}

/**
 * An address of this site as such: with two slashes at its beginning, or with a tab between them, a browser takes it for
 * another site's.
 */
function inSite(href: string): string {
  const from = href.startsWith('/') ? window.location.origin : '';
  const { pathname, search, hash } = new URL(`${from}${href}`, window.location.href);
  return `${pathname.replace(/^\/+/, '/')}${search}${hash}`;
}

export const browserHistory: History = {
  read() {
    const { pathname, search, hash } = window.location;
    const state: { key?: string; at?: number } | null = window.history.state;
    return { href: inSite(`${pathname}${search}${hash}`), key: state?.key, at: state?.at };
  },
  write(href, key, at, replace) {
    if (replace) window.history.replaceState({ key, at }, '', href);
    else window.history.pushState({ key, at }, '', href);
  },
  go: (by) => window.history.go(by),
  onTravel(listener) {
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  },
};

class Redirect extends Error {
  constructor(readonly href: string) {
    super(`to ${href}`);
  }
}

/** For a guard to throw: the way to where they belong, in the place of the address they came to. */
export function redirect(href: string): Error {
  return new Redirect(href);
}

/** A part of a file of its own. A file that did not arrive is the failure that the page shows. */
export function lazyPage(load: () => Promise<ComponentType>): Part {
  let loaded: ComponentType | undefined;
  let failure: unknown;
  let loading: Promise<void> | undefined;
  const preload = async (): Promise<void> => {
    failure = undefined;
    try {
      loaded = await load();
    } catch (reason) {
      failure = reason;
    }
    loading = undefined;
  };
  const fetchOnce = (): Promise<void> => (loaded ? Promise.resolve() : (loading ??= preload()));
  function Lazy() {
    if (loaded) return createElement(loaded);
    if (failure !== undefined) throw failure;
    use(fetchOnce());
    return null;
  }
  return Object.assign(Lazy, { preload: fetchOnce });
}

interface Shown {
  readonly place: Place;
  readonly row: Row;
  readonly params: Readonly<Record<string, string>>;
  /** What a guard threw, in a list so that anything thrown is a failure. */
  readonly failure?: readonly [unknown];
}

const partsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parameters of a path in an address, where they fit. */
function paramsIn(path: string, pathname: string): Record<string, string> | null {
  const wanted = partsOf(path);
  const given = partsOf(pathname).map(decoded);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? '';
    if (part.startsWith('$')) params[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

const newKey = (): string => Math.random().toString(36).slice(2);

function placeOf({ href, key = href }: Pick<ReturnType<History['read']>, 'href' | 'key'>): Place {
  const { pathname, search, hash } = new URL(href, window.location.origin);
  const words = Object.fromEntries(new URLSearchParams(search));
  return { href, pathname, search: words, hash: decoded(hash.slice(1)), key };
}

/** Fetches the files of a row. */
async function fetchParts({ frame, page }: Row): Promise<void> {
  await Promise.all([frame?.component.preload?.(), page?.preload?.()]);
}

interface Journey {
  readonly href: string;
  readonly replace?: boolean;
  readonly saved?: boolean;
}

export class Router {
  /** Where the address says we are; the page may still be on its way. */
  location: Place;

  /** Called as soon as a page stands, by the task that drew it. */
  stands: (() => void) | undefined;

  /** What stands on the screen, or is about to. */
  private shown: Shown | undefined;
  private draw: ((shown: Shown) => void) | undefined;
  /** What waits for it to stand. */
  private settle: ((stands: boolean) => void) | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly scroll: Scroll = keepScroll();
  private turn = 0;
  /** The entry of the history that the page on the screen belongs to. */
  private at: number;
  /** Said when we are back at it, to ask before it is left. */
  private returned: (() => void) | undefined;
  private newest: Promise<void> = Promise.resolve();

  constructor(
    readonly table: Table,
    private readonly history: History,
  ) {
    this.location = placeOf(history.read());
    this.at = history.read().at ?? 0;
  }

  /** Begins with the present address; answers how to end. */
  start(draw: (shown: Shown) => void): () => void {
    this.draw = draw;
    const { href, key, at } = this.history.read();
    if (key === undefined || at === undefined) this.history.write(href, key ?? newKey(), this.at, true);
    const ends = [this.history.onTravel(() => this.travel()), this.scroll.watch(() => this.shown?.place.key)];
    void this.load();
    return () => {
      for (const end of ends) end();
      this.draw = undefined;
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Resolves when the page stands, or another one that was asked for meanwhile, or when somebody stays with what is
   * not saved. What takes the place of an address is a redirect, and `saved` comes after saving: neither is asked about.
   */
  async navigate({ href: given, replace = false, saved = false }: Journey): Promise<void> {
    const href = inSite(given);
    const { pathname } = placeOf({ href, key: href });
    // At once where nothing is lost: whoever presses finds the address changed.
    const asks = !replace && !saved && this.leaves(href) && losesTextFor(pathname);
    if (asks && !(await mayLeaveFor(pathname))) return;
    if (href !== this.history.read().href) {
      if (!replace) this.at += 1;
      this.history.write(href, newKey(), this.at, replace);
    }
    return this.load();
  }

  /** Whether an address is that of another screen, and not of a part of this one. */
  private leaves(href: string): boolean {
    const { pathname, search } = new URL(href, window.location.origin);
    const here = new URL(this.location.href, window.location.origin);
    return pathname !== here.pathname || search !== here.search;
  }

  /** After somebody went back or forward: the address is another one already. */
  private travel(): void {
    const { href, key, at } = this.history.read();
    if (this.returned) {
      if (at === this.at || at === undefined) this.returned();
      else this.history.go(this.at - at);
      return;
    }
    if (at === undefined) {
      // A part of the page, by the browser itself.
      this.at += 1;
      this.history.write(href, key ?? href, this.at, true);
    } else if (at !== this.at && this.leaves(href) && losesTextFor(placeOf({ href, key }).pathname)) {
      void this.askToTravel(at - this.at, placeOf({ href, key }).pathname);
      return;
    } else this.at = at;
    void this.load();
  }

  /** Goes to where one was, asks there, and goes on with a yes. */
  private async askToTravel(by: number, pathname: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.returned = resolve;
      this.history.go(-by);
    });
    this.returned = undefined;
    if (await mayLeaveFor(pathname)) this.history.go(by);
  }

  /** Asks the guards of the address again, and shows anew what had failed. */
  load(): Promise<void> {
    this.turn += 1;
    this.newest = this.run(this.turn);
    return this.newest;
  }

  /** Fetches the page of the present address, and its frame. */
  preload(): Promise<void> {
    return fetchParts(this.rowAt(this.location.pathname).row);
  }

  rowAt(pathname: string): Pick<Shown, 'row' | 'params'> {
    for (const row of this.table.rows) {
      const params = paramsIn(row.path, pathname);
      if (params) return { row, params };
    }
    return { row: this.table.otherwise, params: {} };
  }

  /** Said by what draws it. */
  wasDrawn(shown: Shown): void {
    if (this.shown !== shown) return;
    this.stands?.();
    this.settle?.(true);
  }

  private async run(turn: number): Promise<void> {
    const overtaken = (): boolean => turn !== this.turn;
    this.scroll.leave(this.shown?.place.key);
    const location = placeOf(this.history.read());
    this.location = location;
    for (const listener of this.listeners) listener();
    const found = this.rowAt(location.pathname);
    let failure: Shown['failure'];
    try {
      // The page's own first: it knows whose page it is, and so which sign-in page leads to it.
      await found.row.guard?.({ location });
      if (!overtaken()) await found.row.frame?.guard?.({ location });
      if (!overtaken()) await fetchParts(found.row);
    } catch (reason) {
      if (!overtaken() && reason instanceof Redirect)
        return this.navigate({ href: reason.href, replace: true });
      failure = [reason];
    }
    return overtaken() ? this.newest : this.show({ place: location, ...found, failure });
  }

  private async show(shown: Shown): Promise<void> {
    const before = this.shown;
    const from = before?.place.key;
    this.shown = shown;
    this.settle?.(false);
    if (!before && shown.row.frame && !shown.failure) {
      // The first frame is drawn in a task of its own, and its page in the next.
      this.draw?.({ ...shown, row: { ...shown.row, page: undefined } });
      await nextTask();
      if (this.shown !== shown) return this.newest;
    }
    const { draw } = this;
    if (!draw) return;
    return new Promise((resolve) => {
      this.settle = (stands) => {
        this.settle = undefined;
        if (stands) {
          arrived();
          this.scroll.arrive(from, shown.place.key, shown.place.hash);
        }
        resolve();
      };
      draw(shown);
    });
  }
}

const RouterContext = createContext<Router | null>(null);
const ShownContext = createContext<Shown | null>(null);

/** Shows what failed inside it, until there is something else to show. */
class Catch extends Component<
  { readonly shown: Shown | undefined; readonly failed: Table['failed']; readonly children: ReactNode },
  { readonly shown?: Shown | undefined; readonly failure: readonly [unknown] | null }
> {
  static getDerivedStateFromError(reason: unknown) {
    return { failure: [reason] };
  }

  static getDerivedStateFromProps(props: { shown: Shown | undefined }, state: { shown?: Shown | undefined }) {
    return state.shown === props.shown ? null : { shown: props.shown, failure: null };
  }

  override state = { failure: null };

  readonly reset = (): void => this.setState({ failure: null });

  override render() {
    const { failure } = this.state as { failure: readonly [unknown] | null };
    const { failed: Failed, children } = this.props;
    return failure ? <Failed error={failure[0]} reset={this.reset} /> : children;
  }
}

/** Not drawn again because another page is drawn inside. */
const Drawn = memo(function Drawn({ part: Whole }: { readonly part: Part }) {
  return <Whole />;
});

/** The page, where its frame wants it. */
export function Outlet() {
  const router = use(RouterContext);
  const shown = use(ShownContext);
  if (!router || !shown) return null;
  const { pending: Pending, failed } = router.table;
  return (
    <Suspense fallback={<Pending />}>
      <Catch shown={shown} failed={failed}>
        {shown.row.page ? <Drawn part={shown.row.page} /> : <Pending />}
      </Catch>
    </Suspense>
  );
}

function Whole({ shown }: { readonly shown: Shown }) {
  if (shown.failure) throw shown.failure[0];
  return shown.row.frame ? <Drawn part={shown.row.frame.component} /> : <Outlet />;
}

export function RouterProvider({ router }: { readonly router: Router }) {
  const [shown, draw] = useState<Shown>();
  useLayoutEffect(() => router.start(draw), [router]);
  useLayoutEffect(() => {
    if (shown) router.wasDrawn(shown);
  }, [router, shown]);
  const { row } = shown ?? router.rowAt(router.location.pathname);
  const { pending, failed } = router.table;
  const Pending = row.frame?.pending ?? pending;
  return (
    <RouterContext value={router}>
      <ShownContext value={shown ?? null}>
        <Suspense fallback={<Pending />}>
          <Catch shown={shown} failed={failed}>
            {shown ? <Whole shown={shown} /> : <Pending />}
          </Catch>
        </Suspense>
      </ShownContext>
    </RouterContext>
  );
}

/** Nothing outside of a router, as in component tests. */
export function useRouter(): Router | null {
  return use(RouterContext);
}

function useAddress<T>(read: (location: Place) => T): T {
  const router = use(RouterContext);
  if (!router) throw new Error('there is no address outside of a router');
  return useSyncExternalStore(router.subscribe, () => read(router.location));
}

/** Where the address says we are. */
export function useLocation(): Place {
  return useAddress((location) => location);
}

/** The path of it alone: a frame is not drawn again because the query says something else. */
export function usePathname(): string {
  return useAddress((location) => location.pathname);
}

/** The path, its parameters and the query of the page that stands: the address may be another one already. */
export function useShown(): Pick<Shown, 'params'> & Pick<Place, 'pathname' | 'search'> {
  const { params = {}, place } = use(ShownContext) ?? {};
  return { params, pathname: place?.pathname ?? '', search: place?.search ?? {} };
}
