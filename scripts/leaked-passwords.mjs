// SPDX-License-Identifier: AGPL-3.0-or-later

// `node scripts/leaked-passwords.mjs LIST`: writes crates/domain/src/people/leaked_passwords.bin from a list of leaked
// passwords, one a line, such as the million most frequent ones of SecLists. Kept are those that the rules would allow
// (crates/domain/src/people/passwords.rs), in lower case, as the first six bytes of their SHA-256, sorted: smaller than
// the words, and nobody reads them here.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [list] = process.argv.slice(2);
if (list === undefined) {
  console.error('Name the list: node scripts/leaked-passwords.mjs LIST');
  process.exit(1);
}
const fits = (word) => /^[A-Za-z0-9]{8,64}$/.test(word) && /[A-Z]/.test(word) && /[a-z]/.test(word) && /[0-9]/.test(word);
const words = readFileSync(list, 'latin1').split(/\r?\n/).filter(fits);
const folded = new Set(words.map((word) => word.toLowerCase()));
const hashes = [...folded].map((word) => createHash('sha256').update(word).digest().subarray(0, 6).toString('hex'));
const sorted = [...new Set(hashes)].toSorted();
writeFileSync('crates/domain/src/people/leaked_passwords.bin', Buffer.from(sorted.join(''), 'hex'));
console.log(`${sorted.length} of ${words.length} passwords`);
