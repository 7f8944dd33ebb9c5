// SPDX-License-Identifier: AGPL-3.0-or-later

// Which script a module goes into. A bundler that splits as finely as it can has a file for each part that two
// pages share: 30 to 110 scripts for a page. Here files are put together so that no screen asks for more than its
// `mostScripts`, and the screens load least of what they do not use. What a script weighs is what the program sends
// for it, compressed. Which modules go together was looked for once and is kept in `bundles.json`; what is new since
// is put where it costs least. `npm run bundles` looks anew, from there, for a few minutes.
//
// What a screen is comes from the table of routes. A part that is loaded only when somebody asks for it (a
// dialog, the pages of a document) keeps a file of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { Access, Route } from '../src/ui/links/routes.ts';
import { routes } from '../src/ui/links/routes.ts';
import { bestSharing, settle } from './sharing.ts';
import { themeAhead } from './themeAhead.ts';

/** The most scripts that a screen starts with. */
const MOST_SCRIPTS = 8;
/** Fewer where a page asks for much else, more where it asks for little: a browser counts all its requests together. */
const OTHER_MOST_SCRIPTS: Readonly<Record<string, number>> = {
  AuditPage: 6,
  MedicationFilterPage: 7,
  MessagingPage: 10,
  PrescriptionsPage: 7,
  RemittancePage: 4,
  RequestFormPage: 6,
  StaffDashboard: 7,
  WorkQueuePage: 7,
};

/**
 * What the screens of some people may load in all before a script that they share counts heavily: each part
 * compressed by itself, which is a tenth more than together. A document loads nothing that it does not need.
 */
const MOST_BYTES = { documents: 42_000, visitors: 115_000, patients: 126_000, staff: 180_000 } as const;
/** More where a whole record is on the page, less where a patient's telephone begins and where staff begin the day. */
const OTHER_MOST_BYTES: Readonly<Record<string, number>> = {
  'DashboardPage staff': 140_000,
  'WorkQueuePage staff': 140_000,
  'MessagingPage staff': 152_000,
  'FaxDeskPage staff': 150_000,
  'InsightPage staff': 166_000,
  'AuditPage staff': 166_000,
  'PatientPage staff': 176_000,
  'DashboardPage patients': 98_000,
  'RequestFormPage patients': 122_000,
  'ProfilePage patients': 112_000,
};

/** Who sees the pages of a word of the table of routes: the documents are no pages of the app. */
const SEEN_BY: Readonly<Record<Access, readonly ('visitors' | 'patients' | 'staff')[]>> = {
  document: [],
  everybody: ['visitors'],
  signedOut: ['visitors'],
  signUp: ['visitors'],
  login: ['visitors'],
  officeLogin: ['visitors'],
  signedIn: ['patients', 'staff'],
  patients: ['patients'],
  prescriptionRecords: ['patients', 'staff'],
  patientRecords: ['staff'],
  doctorsAndOffice: ['staff'],
  doctorsAndAdmin: ['staff'],
  doctors: ['staff'],
  office: ['staff'],
  admin: ['staff'],
  billing: ['staff'],
};

/** What the pages of some people load at once besides. */
const FRAMES = { visitors: ['PublicLayout'], patients: ['PolicyLinks'], staff: ['OfficeShell'] } as const;
const STAFF_PARTS: Readonly<Record<string, string>> = {
  DashboardPage: 'StaffDashboard',
  MessagingPage: 'StaffMessages',
};

/** The files whose modules a screen needs before anybody presses anything, by their names. */
interface Screen {
  readonly files: readonly string[];
  /** How much a byte too many counts: a patient has a telephone, the staff open their pages all day. */
  readonly weight: number;
  readonly mostScripts: number;
  readonly mostBytes: number;
  readonly kind: 'document' | 'dialog' | 'visitor' | 'first' | 'office' | 'other';
}

const WEIGHTS = { visitors: 4, patients: 4, staff: 1 } as const;
/** What is opened first, or most, or is the largest: how much more it counts. */
const OFTEN: Readonly<Record<string, number>> = {
  DashboardPage: 8,
  WorkQueuePage: 4,
  PatientPage: 12,
  RequestFormPage: 4,
  MessagingPage: 4,
  SignInPage: 4,
};

/** The documents of their own, whose addresses are no pages of the app. They ask at once who is signed in. */
const DOCUMENTS = ['LandingPage', 'AboutPage', 'FaqPage', 'BlogPage', 'PricePage', 'FeesPage', 'LegalPage'];

/** Most people come by one of them. */
const DOCUMENT_WEIGHT = 24;

/** What a document loads with the first press that needs it. */
const DOCUMENT_DIALOGS = ['DialogProvider', 'DialogFrame', 'PolicyReader'];

function kindOf(who: 'visitors' | 'patients' | 'staff', page: string): Screen['kind'] {
  if (who === 'visitors') return 'visitor';
  if (who === 'staff') return 'office';
  return page === 'DashboardPage' ? 'first' : 'other';
}

function screens(): readonly Screen[] {
  const rows: readonly Route[] = Object.values(routes);
  const pages = rows.flatMap(({ page, access }) =>
    page === undefined
      ? []
      : SEEN_BY[access].map((who) => {
          const part = who === 'staff' ? STAFF_PARTS[page] : undefined;
          return {
            files: [
              'index.html',
              page,
              'pageFiles.ts',
              ...FRAMES[who],
              ...(part === undefined ? [] : [part]),
            ],
            weight: WEIGHTS[who] * (OFTEN[page] ?? 1),
            mostScripts: OTHER_MOST_SCRIPTS[part ?? page] ?? MOST_SCRIPTS,
            mostBytes: OTHER_MOST_BYTES[`${page} ${who}`] ?? MOST_BYTES[who],
            kind: kindOf(who, page),
          };
        }),
  );
  const documents = [...DOCUMENTS.map((page) => [page, 'session.ts']), DOCUMENT_DIALOGS];
  return [
    ...pages,
    ...documents.map((files) => ({
      files: ['public.html', ...files],
      weight: files === DOCUMENT_DIALOGS ? 1 : DOCUMENT_WEIGHT,
      mostScripts: MOST_SCRIPTS,
      mostBytes: files === DOCUMENT_DIALOGS ? Number.POSITIVE_INFINITY : MOST_BYTES.documents,
      kind: files === DOCUMENT_DIALOGS ? ('dialog' as const) : ('document' as const),
    })),
  ];
}

/** A script of a build, as rolldown describes it. */
interface Script {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
  readonly code: string;
}

/** Scripts that become one. */
interface Bundle {
  readonly scripts: readonly Script[];
  /** The screens that load it. */
  readonly users: Set<Screen>;
}

/** The scripts that come with these files. */
function closure(byName: ReadonlyMap<string, Script>, roots: readonly Script[]): ReadonlySet<Script> {
  const needed = new Set(roots);
  for (const at of needed)
    for (const next of at.imports) {
      const script = byName.get(next);
      if (script) needed.add(script);
    }
  return needed;
}

/** The bundles by the script, and what each needs. */
class Bundles {
  private readonly all: readonly Bundle[];
  private readonly of: ReadonlyMap<Script, Bundle>;

  constructor(
    private readonly byName: ReadonlyMap<string, Script>,
    together: readonly (readonly Script[])[],
    users: ReadonlyMap<Script, ReadonlySet<Screen>>,
  ) {
    this.all = together.map((scripts) => ({ scripts, users: new Set() }));
    this.of = new Map(
      this.all.flatMap((bundle) => bundle.scripts.map((script) => [script, bundle] as const)),
    );
    for (const [script, screensOf] of users) {
      const bundle = this.of.get(script);
      if (bundle)
        for (const one of this.withNeeds(bundle)) for (const screen of screensOf) one.users.add(screen);
    }
  }

  /** What this one imports. */
  private needs(bundle: Bundle): ReadonlySet<Bundle> {
    const found = new Set<Bundle>();
    for (const { imports } of bundle.scripts)
      for (const name of imports) {
        const script = this.byName.get(name);
        const needed = script && this.of.get(script);
        if (needed && needed !== bundle) found.add(needed);
      }
    return found;
  }

  private withNeeds(bundle: Bundle): ReadonlySet<Bundle> {
    const found = new Set([bundle]);
    for (const at of found) for (const next of this.needs(at)) found.add(next);
    return found;
  }

  /** What no other needs last, so that each comes after all that it needs. */
  inOrder(): readonly Bundle[] {
    const done = new Set<Bundle>();
    const visit = (bundle: Bundle): void => {
      if (done.has(bundle)) return;
      for (const needed of this.needs(bundle)) visit(needed);
      done.add(bundle);
    };
    for (const bundle of this.all) visit(bundle);
    return [...done];
  }
}

/**
 * What a script weighs. Without the lists of what comes with each part that it loads later: of a hundred files now,
 * of nine when they are put together.
 */
function weightOf({ code }: Script): number {
  const own = code
    .replace(/^const __vite__mapDeps=.*$/m, '')
    .replaceAll(/__vite__mapDeps\(\[[\d,]*\]\)/g, '');
  return brotliCompressSync(own).length;
}

/** Where the modules that go together are listed, by their paths from here. */
const KEPT = new URL('bundles.json', import.meta.url);
const WEB = fileURLToPath(new URL('..', import.meta.url));
/** Whether the bundles are looked for anew. */
const ANEW = process.env['BUNDLES'] === 'anew';

const nameOf = (id: string): string => (isAbsolute(id) ? relative(WEB, id) : id.replace('\0', ''));

/** By part: the place of the bundle in which most of its modules were, `undefined` where all are new. */
function before(parts: readonly (readonly Script[])[]): readonly (number | undefined)[] {
  const kept: readonly (readonly string[])[] = JSON.parse(readFileSync(KEPT, 'utf8'));
  const bundleOf = new Map(kept.flatMap((names, at) => names.map((name) => [name, at] as const)));
  return parts.map((scripts) => {
    const counts = new Map<number, number>();
    for (const id of scripts.flatMap(({ moduleIds }) => moduleIds)) {
      const bundle = bundleOf.get(nameOf(id));
      if (bundle !== undefined) counts.set(bundle, (counts.get(bundle) ?? 0) + 1);
    }
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  });
}

/** The scripts that go into one, each with those that the same screens need. */
function together(users: ReadonlyMap<Script, ReadonlySet<Screen>>): readonly (readonly Script[])[] {
  const all = [...new Set([...users.values()].flatMap((of) => [...of]))];
  const alike = new Map<string, Script[]>();
  for (const [script, of] of users) {
    const key = all.map((screen) => (of.has(screen) ? '1' : '0')).join('');
    alike.set(key, [...(alike.get(key) ?? []), script]);
  }
  const scriptsOf = [...alike.values()];
  const places = new Map(
    scriptsOf.flatMap((scripts, at) => scripts.map((script) => [script.fileName, at] as const)),
  );
  const placesOf = (names: readonly string[]) => names.flatMap((name) => places.get(name) ?? []);
  const parts = scriptsOf.map((scripts, at) => ({
    bytes: scripts.reduce((sum, script) => sum + weightOf(script), 0),
    imports: [...new Set(placesOf(scripts.flatMap(({ imports }) => imports)))].filter(
      (place) => place !== at,
    ),
  }));
  const loaders = all.map((screen) => ({
    needs: scriptsOf.flatMap(([script], at) => (script && users.get(script)?.has(screen) ? [at] : [])),
    weight: screen.weight,
    mostBundles: screen.mostScripts,
    mostBytes: screen.mostBytes,
  }));
  const settled = settle(parts, loaders, before(scriptsOf));
  const found = ANEW ? bestSharing(parts, loaders, settled) : settled;
  const bundles = [...new Set(found)].map((bundle) =>
    scriptsOf.filter((_, at) => found[at] === bundle).flat(),
  );
  if (ANEW) {
    const names = bundles.map((scripts) =>
      scripts.flatMap(({ moduleIds }) => moduleIds.map(nameOf)).toSorted(),
    );
    writeFileSync(KEPT, `${JSON.stringify(names, null, 2)}\n`);
  }
  return bundles;
}

/** Puts scripts together until no screen loads too many. */
function gather(scripts: readonly Script[]): readonly Bundle[] {
  const byName = new Map(scripts.map((script) => [script.fileName, script]));
  const byFile = new Map(
    scripts.flatMap((script) => script.moduleIds.map((id) => [basename(id, '.tsx'), script] as const)),
  );
  const users = new Map<Script, Set<Screen>>();
  for (const screen of screens()) {
    const roots = screen.files.map((name) => {
      const script = byFile.get(name);
      if (!script) throw new Error(`${name} is in no script: see scripts/bundles.ts`);
      return script;
    });
    for (const script of closure(byName, roots))
      users.set(script, (users.get(script) ?? new Set()).add(screen));
  }
  return new Bundles(byName, together(users), users).inOrder();
}

/** What starts when it is loaded. It stays by itself: a public page may load what the app has, never the app. */
const STARTS = ['index.html', 'main.tsx', 'public.html', 'public.tsx'];

const modulesOf = (scripts: Iterable<Script>): Set<string> =>
  new Set([...scripts].flatMap(({ moduleIds }) => moduleIds.filter((id) => !STARTS.includes(basename(id)))));

/**
 * The styles as four sheets: what documents and the app share, that of visitors and a patient's first screen, the
 * others' and the office's. A script would otherwise bring a sheet of its own: nine for a page.
 */
function sheetsOf(bundles: readonly Bundle[]): readonly Set<string>[] {
  const sheets = {
    shared: new Set<string>(),
    first: new Set<string>(),
    others: new Set<string>(),
    office: new Set<string>(),
  };
  for (const { scripts, users } of bundles) {
    const kinds = new Set([...users].map(({ kind }) => kind));
    // What a document asks for with a press brings its sheet then.
    if (kinds.size > 1) kinds.delete('dialog');
    // The documents' own.
    if (kinds.size === 1 && (kinds.has('document') || kinds.has('dialog'))) continue;
    const later = kinds.has('office') && kinds.size === 1 ? sheets.office : sheets.others;
    const early = kinds.has('document') ? sheets.shared : sheets.first;
    const isEarly = kinds.has('document') || kinds.has('visitor') || kinds.has('first');
    const sheet = isEarly ? early : later;
    for (const id of modulesOf(scripts))
      if (id.endsWith('.css')) (id.includes('mantine') ? sheets.first : sheet).add(id);
  }
  return Object.values(sheets);
}

/**
 * Tells the bundler which modules go into one script. Only it knows what is left of a library of which a page uses
 * three names, so it is asked first: the app is built once, unwritten.
 */
export function bundles(input: readonly string[]): Plugin {
  return {
    name: 'salal-bundles',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
    async config({ root }) {
      const drawn = await build({
        ...(root === undefined ? {} : { root }),
        configFile: false,
        logLevel: 'error',
        plugins: [react(), themeAhead()],
        build: { write: false, rollupOptions: { input: [...input] } },
      });
      if (!('output' in drawn)) throw new Error('one build has one output');
      const found = gather(drawn.output.filter((file) => file.type === 'chunk'));
      const sheets = sheetsOf(found);
      const parts = found.map(({ scripts }, at) => {
        const ids = modulesOf(scripts);
        return {
          name: `part${at}`,
          test: (id: string) => ids.has(id) && !sheets.some((sheet) => sheet.has(id)),
        };
      });
      // In this order: a group takes along what its modules need, which those before it have taken already.
      const groups = [
        ...sheets.map((ids, at) => ({ name: `sheet${at}`, test: (id: string) => ids.has(id) })),
        ...parts,
      ].map((group, at, all) => ({ ...group, priority: all.length - at }));
      return { build: { rollupOptions: { output: { codeSplitting: { groups } } } } };
    },
  };
}
