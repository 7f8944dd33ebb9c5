// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is made with its first use and kept: a format of `Intl` takes a telephone 30 ms to make. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly one: T } | undefined;
  return () => {
    made ??= { one: make() };
    return made.one;
  };
}
