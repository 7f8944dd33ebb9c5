// SPDX-License-Identifier: AGPL-3.0-or-later

// The path builder: a function for each row of the table of routes. Links are made with it and nowhere
// else, so that links, routes and tests cannot disagree: a misspelt name or a missing part of an address
// does not compile.
import { type Query, type Route, routes } from './routes';

type Table = typeof routes;
type Row = Table[keyof Table];

/** One text for each parameter of a path, in its order. */
type Parts<Path extends string> = Path extends `${string}$${infer Rest}`
  ? [part: string, ...Parts<Rest>]
  : [];

type Values<One> = One extends { query: (values: infer Given) => unknown } ? [values?: Given] : [];

type Filled<Path extends string> = Path extends `${infer Before}$${string}/${infer After}`
  ? `${Before}${string}/${Filled<After>}`
  : Path extends `${infer Before}$${string}`
    ? `${Before}${string}`
    : Path;

type Place = Filled<Row['path']>;

/** An address that the table knows, with or without a query. */
export type Address = Place | `${Place}?${string}`;

type Paths = {
  readonly [Name in keyof Table]: (
    ...given: [...Parts<Table[Name]['path']>, ...Values<Table[Name]>]
  ) => Address;
};

type ParameterOf<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

/** The parameters in the addresses, such as `id`. */
export type Parameter = ParameterOf<Row['path']>;

type NameOf<One> = One extends { query: (values: infer Given) => unknown } ? keyof Given : never;

/** The names that are read after the question mark. */
export type QueryName = NameOf<Row>;

function addressOf({ path, query }: Route, given: (string | Query | undefined)[]): string {
  const filled = path.replaceAll(/\$\w+/g, () => encodeURIComponent(String(given.shift())));
  const [values] = given;
  const search = new URLSearchParams();
  if (query && typeof values === 'object')
    for (const [name, value] of Object.entries(query(values)))
      if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

// Two signatures: what each function takes is known from the table, what all of them do is written once.
function builders(): Paths;
function builders(): object {
  return Object.fromEntries(
    Object.entries(routes).map(([name, row]) => [
      name,
      (...given: (string | Query | undefined)[]) => addressOf(row, given),
    ]),
  );
}

export const paths = builders();

function isInside(address: string | undefined): address is Address {
  return address?.startsWith('/') === true && !address.startsWith('//') && !address.includes('\\');
}

/** A remembered location is followed only inside this site. */
export function safeNext(next: string | undefined): Address {
  return isInside(next) ? next : paths.dashboard();
}
