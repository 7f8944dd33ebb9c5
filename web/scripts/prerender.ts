// SPDX-License-Identifier: AGPL-3.0-or-later

// After the web app is built: draws the public pages and writes them to dist/pages as templates, with
// sitemap.xml and robots.txt, and puts the place of the settings into index.html. The server fills
// them in (crates/site/src/documents.rs): {{ name }} is a setting, {% … %} a condition or loop.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, minifySync, type Plugin, type Rolldown } from 'vite';
import type { RenderedPage } from '../src/prerender.tsx';
import { type Route, routes } from '../src/ui/links/routes.ts';
import { firstPaint } from './firstPaint.ts';

/** A script of the build. */
interface Script {
  readonly fileName: string;
  /** The file names of what it needs. */
  readonly imports: readonly string[];
  readonly css: readonly string[];
}

/** The scripts by their names and by the source files whose modules are in them. */
type Scripts = ReadonlyMap<string, Script>;

function scriptsOf(bundle: Rolldown.OutputBundle, root: string): Scripts {
  const found = new Map<string, Script>();
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    const { fileName, imports, moduleIds } = file;
    const script = { fileName, imports, css: [...(file.viteMetadata?.importedCss ?? [])] };
    found.set(fileName, script);
    for (const id of moduleIds) found.set(relative(root, id), script);
  }
  return found;
}

const SETTINGS = '<script type="application/json" id="settings">{{ settingsJson }}</script>';
const rows: readonly Route[] = Object.values(routes);
const PUBLIC: readonly string[] = rows.filter((row) => row.access === 'document').map((row) => row.path);

/** React writes words as HTML; the template's own words are read by the server and stay plain. */
function plainTemplate(html: string): string {
  const marks: Readonly<Record<string, string>> = {
    '&quot;': '"',
    '&#x27;': "'",
    '&lt;': '<',
    '&gt;': '>',
    '&amp;': '&',
  };
  return html.replaceAll(/\{[{%].*?[}%]\}/gs, (part) =>
    part.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (mark) => marks[mark] ?? mark),
  );
}

/** A value inside a JSON text is written as JSON writes it. */
function jsonTemplate(facts: object): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', '\\u003c');
  return text.replaceAll(/\{\{ (.*?) \}\}/g, (_, name: string) => {
    const plain: string = JSON.parse(`"${name}"`);
    return `{{ (${plain})|inner_json }}`;
  });
}

const text = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function head(page: RenderedPage): string {
  const title = `${text(page.title)} · {{ product }}`;
  const address = `{{ publicUrl }}${page.path}`;
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${text(page.description)}" />`,
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:type" content="${page.kind ?? 'website'}" />`,
    `<meta property="og:site_name" content="{{ product }}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${text(page.description)}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:locale" content="en_CA" />`,
    `<meta property="og:image" content="{{ publicUrl }}/icons/share.png" />`,
    `<meta property="og:image:width" content="1200" />`,
    `<meta property="og:image:height" content="630" />`,
    `<meta property="og:image:alt" content="{{ product }}: renew the prescriptions you already take" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
  ];
  if (page.day !== undefined) tags.push(`<meta property="article:published_time" content="${page.day}" />`);
  if (page.facts) tags.push(`<script type="application/ld+json">${jsonTemplate(page.facts)}</script>`);
  return tags.join('\n    ');
}

/** A screen's own chunks and styles: asked for with the document rather than after the first script. */
function preloads(scripts: Scripts, modules: readonly string[], shell: string): string {
  const needed = new Set(
    modules.map((module) => {
      const own = scripts.get(module);
      if (!own) throw new Error(`no script has ${module}`);
      return own;
    }),
  );
  for (const at of needed)
    for (const name of at.imports) {
      const script = scripts.get(name);
      if (script) needed.add(script);
    }
  const files = [...needed].flatMap(({ fileName, css }) => [
    ...css.map((file) => `<link rel="stylesheet" href="/${file}" />`),
    `<link rel="modulepreload" crossorigin href="/${fileName}" />`,
  ]);
  return [...new Set(files)]
    .filter((tag) => !shell.includes(/href="[^"]*"/.exec(tag)?.[0] ?? tag))
    .join('\n    ');
}

/** What the app's document loads besides at the addresses of those who are not signed in, by the address. */
function visitorsModules(scripts: Scripts): readonly (readonly [string, readonly string[]])[] {
  return rows.flatMap(({ path, page, frame }) => {
    if ((frame !== 'auth' && frame !== 'site') || page === undefined || path.includes('$')) return [];
    const file = [...scripts.keys()].find((name) => name.endsWith(`/${page}.tsx`)) ?? page;
    return [[path, ['src/app/shell/PublicLayout.tsx', 'src/app/pageFiles.ts', file]] as const];
  });
}

const SHEET = /\n?\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;
const SCRIPT = /<link rel="modulepreload"|<script type="module"/g;

/**
 * The document with what its first paint needs of the styles. It waits for no sheet: public/first.js puts them in when
 * the words are here. The scripts, which find everything drawn, leave the line to the letters.
 */
function paintedAtOnce(html: string, dist: string, font: string): string {
  const sheets = [...html.matchAll(SHEET)];
  const words = sheets.map(([, file = '']) => readFileSync(join(dist, file), 'utf8'));
  const tags = sheets.map(([tag]) => tag.trim()).join('');
  return html
    .replaceAll(SHEET, '')
    .replaceAll(SCRIPT, (tag) => `${tag} fetchpriority="low"`)
    .replace('</head>', () => `  <style>${firstPaint(html, words, font)}</style>\n  </head>`)
    .replace('</body>', () => `  <noscript id="sheets">${tags}</noscript>\n  </body>`);
}

const FIRST = '<script src="/first.js"></script>';

/**
 * The document with the first script in it: nothing is painted before it ran, and asking for it would take a
 * telephone another round. The policy of the program allows what stands in its documents (crates/site/src/documents.rs).
 */
function startedAtOnce(html: string, script: string): string {
  if (!html.includes(FIRST)) throw new Error('the document does not ask for the first script');
  return html.replace(FIRST, () => `<script>${script}</script>`);
}

/** The first script, as short as it can be said. */
function firstScript(dist: string): string {
  const { code, errors } = minifySync('first.js', readFileSync(join(dist, 'first.js'), 'utf8'));
  const script = code.trim();
  if (errors.length > 0) throw new Error('the first script cannot be read');
  // The program would take it for a place to fill in, or the browser for its end.
  if (/\{[{%#]|<\/script|<!--/i.test(script))
    throw new Error('the first script has marks of a template or a document');
  return script;
}

/**
 * The app's document with a page in it that the app gives its place to once it stands itself (src/app/drawnAhead.ts).
 * Until then the app draws out of sight.
 */
function drawnAhead(html: string, page: string, dist: string, font: string): string {
  if (/undefined|NaN|\[object/.test(page))
    throw new Error('a page that is drawn ahead shows a setting without a name');
  const whole = html.replace(
    '<div id="root"></div>',
    () => `<div id="drawn">${plainTemplate(page)}</div>\n    <div id="root"></div>`,
  );
  return paintedAtOnce(whole, dist, font).replace(
    '</head>',
    () =>
      '  <style>[data-not-drawn] #drawn{display:none}html:not([data-not-drawn]) #drawn~#root{display:none}</style>\n  </head>',
  );
}

function sitemap(pages: readonly RenderedPage[]): string {
  const places = pages.map(
    (page) =>
      `  <url><loc>{{ publicUrl }}${page.path}</loc>${page.day === undefined ? '' : `<lastmod>${page.day}</lastmod>`}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.join('\n')}
</urlset>
`;
}

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /auth/
Disallow: /reply/
Disallow: /fax/

Sitemap: {{ publicUrl }}/sitemap.xml
`;

interface Drawn {
  readonly pages: readonly RenderedPage[];
  /** By their addresses. */
  readonly entries: ReadonlyMap<string, string>;
}

/** What the module that draws has drawn. */
async function drawn(root: string, module: string): Promise<Drawn> {
  const worker = new Worker(join(root, 'scripts/drawing.mjs'), { workerData: module });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

async function prerender(root: string, dist: string, scripts: Scripts): Promise<void> {
  const drawing = mkdtempSync(join(tmpdir(), 'salal-prerender-'));
  await build({
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: 'src/prerender.tsx', outDir: drawing, emptyOutDir: true, copyPublicDir: false },
  });
  const { pages, entries } = await drawn(root, pathToFileURL(join(drawing, 'prerender.js')).href);
  rmSync(drawing, { recursive: true });

  const font = readdirSync(join(dist, 'assets')).find((name) =>
    /^radio-canada-latin-wght-normal.*\.woff2$/.test(name),
  );
  if (font === undefined) throw new Error('the letters are not in the build');
  const first = firstScript(dist);
  rmSync(join(dist, 'first.js'));
  const shell = startedAtOnce(readFileSync(join(dist, 'public.html'), 'utf8'), first);
  const write = (name: string, words: string): void => {
    const file = join(dist, 'pages', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, words);
  };
  const early = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin />`;
  for (const page of pages) {
    if (/undefined|NaN|\[object/.test(page.html))
      throw new Error(`${page.path} shows a setting that has no name`);
    const html = shell
      .replace(
        '<title>Salal</title>',
        () => `${early}\n    ${preloads(scripts, [page.module], shell)}\n    ${head(page)}`,
      )
      .replace(
        '<div id="root"></div>',
        () => `<div id="root">${plainTemplate(page.html)}</div>\n    ${SETTINGS}`,
      );
    const name = page.path === '/' ? 'index.html' : `${page.path.slice(1)}.html`;
    write(name, paintedAtOnce(html, dist, font));
  }
  write('sitemap.xml', sitemap(pages));
  write('robots.txt', ROBOTS);
  rmSync(join(dist, 'public.html'));

  // The app's own document: the settings are in it, and search engines leave it alone.
  const index = join(dist, 'index.html');
  const app = startedAtOnce(readFileSync(index, 'utf8'), first)
    .replace('<title>', '<meta name="robots" content="noindex" />\n    <title>')
    .replace('<div id="root"></div>', () => `<div id="root"></div>\n    ${SETTINGS}`);
  writeFileSync(index, app);
  for (const [path, modules] of visitorsModules(scripts)) {
    const html = app.replace(
      '<title>',
      () => `${early}\n    ${preloads(scripts, modules, app)}\n    <title>`,
    );
    const entry = entries.get(path);
    write(`${path.slice(1)}.html`, entry === undefined ? html : drawnAhead(html, entry, dist, font));
  }
}

/** Draws the pages after a build; while one works, gives the public addresses their document. */
export function publicPages(): Plugin {
  let root = '';
  let dist = '';
  let drawing = false;
  let scripts: Scripts = new Map();
  return {
    name: 'salal-public-pages',
    configResolved(config) {
      root = config.root;
      dist = resolve(config.root, config.build.outDir);
      drawing = config.command === 'build' && !config.build.ssr;
    },
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        if (PUBLIC.includes(path) || path.startsWith(`${routes.blog.path}/`)) request.url = '/public.html';
        next();
      });
    },
    generateBundle(_, bundle) {
      scripts = scriptsOf(bundle, root);
    },
    async closeBundle() {
      if (drawing) await prerender(root, dist, scripts);
    },
  };
}
