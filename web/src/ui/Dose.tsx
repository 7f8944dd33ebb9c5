// SPDX-License-Identifier: AGPL-3.0-or-later

// A strength with its unit: never broken over two lines, never shortened. Between the strengths of several ingredients a
// line may end.
import { Fragment, type ReactNode } from 'react';

export function Dose({ children }: { readonly children: ReactNode }) {
  if (typeof children !== 'string') return <span className="s-nowrap">{children}</span>;
  const [one = '', ...others] = children.split(' + ');
  if (others.length === 0) return <span className="s-nowrap">{one}</span>;
  const strengths = [one, ...others];
  return (
    <span>
      {strengths.map((strength, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- strengths have no other key, and do not move
        <Fragment key={at}>
          {at > 0 && ' '}
          <span className="s-nowrap">{at < others.length ? `${strength} +` : strength}</span>
        </Fragment>
      ))}
    </span>
  );
}
