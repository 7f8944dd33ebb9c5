// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, test } from 'vitest';
import { faultsOf } from './words.mjs';

test('a word that people do not read is told with its line and the better one', () => {
  const screen = `// Nobody reads a comment.
const nobody = ask('e-mail');
export const Bad = () => <p title="E-mail">Nobody was found</p>;
export const LINES = \`The marks \${nobody} that
  stood\`;`;
  expect(faultsOf('web/src/Bad.tsx', screen)).toEqual([
    'web/src/Bad.tsx:3: "E-mail", better: email',
    'web/src/Bad.tsx:3: "Nobody", better: no one',
    'web/src/Bad.tsx:5: "stood", better: is, is shown, is listed',
  ]);
  const server = `/// Nobody reads a comment.
const A: &str = "The patient's fax could \\
    not be sent";
const LOG: &str = "the patient's fax is away";
#[cfg(test)]
mod tests { const B: &str = "Nobody reads it"; }`;
  expect(faultsOf('crates/features/fax/src/bad.rs', server)).toEqual([
    'crates/features/fax/src/bad.rs:2: "could not", better: couldn’t',
    'crates/features/fax/src/bad.rs:2: "t\'", better: a typographic apostrophe (’)',
  ]);
});

test('good words pass, and those that are specified', () => {
  const screen = `export const Good = () => <p title="Email">No one was found. It couldn’t be sent.</p>;
const INVITE = 'An Office Invite could not be sent.';
const LABEL = "Don't Cancel Prescription";
const kind = 'somebody-else';`;
  expect(faultsOf('web/src/Good.tsx', screen)).toEqual([]);
  expect(
    faultsOf('crates/features/fax/src/good.rs', 'const A: &str = "The patient’s fax couldn’t be sent";'),
  ).toEqual([]);
});
