import { routeAdmits, routes } from '@bursar/contracts/routes';
import { roles } from '@bursar/contracts/roles';
import { readFileSync } from 'node:fs';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { firstQueryOf, loanListsByPath } from '../src/features/servicing/loans/loan-lists.ts';
import { writeQuery } from '../src/lib/api-client.ts';

type Bundle = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>;

const linked = /<script\s+src="\/src\/app\/first-paint\.js"><\/script>/;

/**
 * Inlines `first-paint.js` into the document and gives it the files of the first page, signed in
 * or out, so that they load before the entry runs. Their names are known only after the build. The
 * server allows the script by its hash.
 */
export function preloadFirstPage(): Plugin {
  return {
    name: 'bursar:preload-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        if (!linked.test(html)) throw new Error('index.html does not begin by first-paint.js');
        const framed = filesOf('/shell/Shell.tsx', bundle, html);
        const facts = {
          framed: framedPlaces(),
          'signed-in': [...framed, ...boldTypefaces(bundle)],
          home: filesOf('/pages/HomePage.tsx', bundle, html).filter((it) => !framed.includes(it)),
          lists: listPlaces(),
          list: ['/pages/loan-list-pages.tsx', '/pages/prefetch-queries.ts']
            .flatMap((page) => filesOf(page, bundle, html))
            .filter((it, at, all) => !framed.includes(it) && all.indexOf(it) === at),
          'signed-out': filesOf('/SignInPage.tsx', bundle, html),
        };
        const data = Object.entries(facts).map(
          ([name, list]) => `data-${name}="${list.join(' ').replaceAll('&', '&amp;')}"`,
        );
        const script = `<script ${data.join(' ')}>${readScript()}</script>`;
        // After the entry, the largest file; before the styles, which would block the script.
        return html.replace(linked, '').replace('<link rel="stylesheet"', (tag) => script + tag);
      },
    },
  };
}

function readScript(): string {
  const name = 'first-paint.js';
  const source = readFileSync(new URL(`../src/app/${name}`, import.meta.url), 'utf8');
  return minifySync(name, source).code.trim();
}

/**
 * Figures and names of the frame are bold: a typeface that came after them would change their
 * widths.
 */
function boldTypefaces(bundle: Bundle): readonly string[] {
  return Object.keys(bundle).filter((file) => /\/latin-[56]00-[^/]*\.woff2$/.test(file));
}

/**
 * The first path segments of framed pages: elsewhere the prefetched files would not be used. Some
 * of the group `pages` have no frame and the same first segment.
 */
function framedPlaces(): readonly string[] {
  const places = Object.entries(routes)
    .filter(([, { layout, group }]) => layout === 'default' && group !== 'pages')
    .map(([path]) => path.split('/')[1] ?? '');
  return [...new Set(places)];
}

/** The loan lists per role, each with its first query: `user/allloan?view=all…`. */
function listPlaces(): readonly string[] {
  const lists = new Map(Object.entries(loanListsByPath));
  return roles.flatMap((role) =>
    Object.entries(routes).flatMap(([path, { access }]) => {
      const facts = lists.get(path);
      if (!facts || !routeAdmits(access, role)) return [];
      return [role + path + writeQuery(firstQueryOf(facts))];
    }),
  );
}

/**
 * Returns the script with a module, its styles and imports, without the files that the document
 * loads anyway.
 */
function filesOf(module: string, bundle: Bundle, html: string): readonly string[] {
  const files = new Set<string>();
  const page = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!page) throw new Error(`The build has no page ${module}`);
  collect(page.fileName, bundle, files);
  return [...files].filter((file) => !html.includes(file));
}

function collect(fileName: string, bundle: Bundle, files: Set<string>): void {
  const file = bundle[fileName];
  if (files.has(fileName) || file?.type !== 'chunk') return;
  files.add(fileName);
  for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  for (const imported of file.imports) collect(imported, bundle, files);
}
