// SPDX-License-Identifier: AGPL-3.0-or-later

// `make sbom`: what the program and its web app are made of, as a CycloneDX list (target/sbom/salal.cdx.json): each
// package with version, licence and checksum, from Cargo's and npm's own lock files. `--check` writes nothing and fails
// on a licence that is not in the list below: the whole is AGPL-3.0-or-later, and each part must go with it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const FITTING = new Set([
  '0BSD', 'AGPL-3.0-or-later', 'Apache-2.0', 'Apache-2.0 WITH LLVM-exception', 'BSD-2-Clause', 'BSD-3-Clause', 'BSL-1.0',
  'CC0-1.0', 'CDLA-Permissive-2.0', 'ISC', 'LGPL-2.1-or-later', 'MIT', 'MIT-0', 'OFL-1.1', 'Unicode-3.0', 'Unlicense', 'Zlib',
]);

const run = (program, words, folder) =>
  execFileSync(program, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] });

/** Whether one choice of an SPDX expression fits; an expression of `AND` needs all of its parts. */
function fits(expression) {
  const bare = expression.replaceAll(/\s*\/\s*/g, ' OR ').trim();
  const inner = /^\(([^()]*)\)$/.exec(bare);
  if (inner) return fits(inner[1]);
  const parts = (word) => bare.split(new RegExp(` ${word} (?![^(]*\\))`));
  if (parts('AND').length > 1) return parts('AND').every(fits);
  if (parts('OR').length > 1) return parts('OR').some(fits);
  return FITTING.has(bare);
}

/** The packages that the program is built from on this machine: no tests, no programs of ours besides. */
function rustParts() {
  const [, host] = /^host: (.*)$/m.exec(run('rustc', ['-vV'], '.')) ?? [];
  const words = ['metadata', '--locked', '--format-version', '1', '--filter-platform', host];
  const told = JSON.parse(run('cargo', words, '.'));
  const lock = readFileSync('Cargo.lock', 'utf8').split('[[package]]').slice(1);
  const checksums = new Map(
    lock.map((part) => {
      const value = (key) => new RegExp(`^${key} = "(.*)"$`, 'm').exec(part)?.[1];
      return [`${value('name')} ${value('version')}`, value('checksum')];
    }),
  );
  const nodes = new Map(told.resolve.nodes.map((node) => [node.id, node]));
  const packages = new Map(told.packages.map((one) => [one.id, one]));
  const reached = new Set();
  const left = told.packages.filter(({ name }) => name === 'salal-server').map(({ id }) => id);
  while (left.length > 0) {
    const id = left.pop();
    if (reached.has(id)) continue;
    reached.add(id);
    const needed = nodes.get(id).deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind !== 'dev'));
    left.push(...needed.map(({ pkg }) => pkg));
  }
  return [...reached].map((id) => {
    const { name, version, license, description } = packages.get(id);
    const checksum = checksums.get(`${name} ${version}`);
    return {
      type: 'library',
      'bom-ref': `cargo:${name}@${version}`,
      name,
      version,
      ...(description ? { description: description.trim().replaceAll(/\s+/g, ' ') } : {}),
      licenses: [{ expression: (license ?? '').replaceAll('/', ' OR ') }],
      purl: `pkg:cargo/${name}@${version}`,
      ...(checksum ? { hashes: [{ alg: 'SHA-256', content: checksum }] } : {}),
    };
  });
}

function webParts() {
  const told = JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], 'web'));
  return told.components.map((one) => ({ ...one, 'bom-ref': `npm:${one['bom-ref']}` }));
}

const licenceOf = ({ licenses }) =>
  (licenses ?? []).map((one) => one.expression ?? one.license?.id ?? one.license?.name).join(' AND ');

const components = [...rustParts(), ...webParts()].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
const unfitting = components.filter((one) => !fits(licenceOf(one)));
if (unfitting.length > 0) {
  for (const one of unfitting) console.error(`${one['bom-ref']}: ${licenceOf(one) || 'no licence'}`);
  console.error('These licences are not among those that go with ours (scripts/sbom.mjs).');
  process.exit(1);
}
if (!process.argv.includes('--check')) {
  const [, version] = /^version = "(.*)"$/m.exec(readFileSync('Cargo.toml', 'utf8')) ?? [];
  const whole = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'salal', name: 'salal', version, licenses: [{ license: { id: 'AGPL-3.0-or-later' } }] } },
    components,
  };
  mkdirSync('target/sbom', { recursive: true });
  writeFileSync('target/sbom/salal.cdx.json', `${JSON.stringify(whole, null, 2)}\n`);
  console.log(`${components.length} packages: target/sbom/salal.cdx.json`);
}
