// SPDX-License-Identifier: AGPL-3.0-or-later

// `node scripts/npm-advisories.mjs FOLDER DAY`: writes docs/security/npm-advisories.tsv from a copy of the GitHub Advisory
// Database (github.com/github/advisory-database, CC BY 4.0) as of a day. Kept are the reviewed advisories about packages
// that a lock file of ours names in whatever version, so that a later downgrade meets them too. Ranges are written as
// crates/tidy reads them; one that it could not read ends the script.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCKS = ['web/package-lock.json', 'sdk/typescript/package-lock.json'];
const LIST = 'docs/security/npm-advisories.tsv';

const [folder, day] = process.argv.slice(2);
if (folder === undefined || !/^\d{4}-\d\d-\d\d$/.test(day ?? '')) {
  console.error('Name the copy of the database and its day: node scripts/npm-advisories.mjs FOLDER 2026-11-30');
  process.exit(1);
}

const packages = new Set(
  LOCKS.flatMap((lock) => Object.keys(JSON.parse(readFileSync(lock, 'utf8')).packages))
    .filter((path) => path.includes('node_modules/'))
    .map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
);

/** The ranges of one affected package: from what is introduced to what mends it, or to the last that is known. */
function ranges({ ranges: all = [], versions = [], database_specific: more = {} }) {
  const found = [];
  for (const { events } of all.filter(({ type }) => type !== 'GIT')) {
    let from;
    const close = (end) => {
      const parts = [from === '0' ? '' : `>= ${from}`, end].filter((part) => part !== '');
      found.push(parts.join(', ') || '*');
      from = undefined;
    };
    for (const event of events) {
      if (event.introduced !== undefined) from = event.introduced;
      if (event.fixed !== undefined) close(`< ${event.fixed}`);
      if (event.last_affected !== undefined) close(`<= ${event.last_affected}`);
    }
    // GitHub keeps an end that is not a mended version beside the events.
    if (from !== undefined) close((more.last_known_affected_version_range ?? '').trim());
  }
  return found.length > 0 ? found : versions.map((version) => `= ${version}`);
}

const lines = [];
const reviewed = join(folder, 'advisories/github-reviewed');
const files = readdirSync(reviewed, { recursive: true }).filter((path) => path.endsWith('.json'));
for (const path of files) {
  const advisory = JSON.parse(readFileSync(join(reviewed, path), 'utf8'));
  if (advisory.withdrawn !== undefined) continue;
  const severity = (advisory.database_specific?.severity ?? 'unknown').toLowerCase();
  for (const name of packages) {
    const about = advisory.affected.filter(({ package: one }) => one.ecosystem === 'npm' && one.name === name);
    if (about.length === 0) continue;
    const all = [...new Set(about.flatMap(ranges))].join('; ');
    if (!/^(?:(?:\*|(?:[<>]=?|=) \d[^,;]*(?:, [<>]=? \d[^,;]*)?)(?:; |$))+$/.test(all)) {
      console.error(`${advisory.id} has ranges that are read nowhere: ${all}`);
      process.exit(1);
    }
    lines.push([advisory.id, name, all, severity, advisory.summary.replaceAll(/\s+/g, ' ').trim()].join('\t'));
  }
}
const head = [
  `# The advisories about the npm packages of our lock files, from the GitHub Advisory Database (CC BY 4.0) as of ${day}, by`,
  '# scripts/npm-advisories.mjs. One line each: id, package, vulnerable versions, severity, title.',
  '# docs/security/advisories.md answers those that apply; a test of crates/tidy compares.',
];
writeFileSync(LIST, `${[...head, ...lines.toSorted()].join('\n')}\n`);
console.log(`${lines.length} advisories about ${packages.size} packages`);
