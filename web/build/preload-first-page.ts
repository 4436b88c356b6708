import { routeAdmits, routes } from '@bursar/contracts/routes';
import { roles } from '@bursar/contracts/roles';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, minifySync, type Plugin } from 'vite';
import { firstQueryOf, loanListsByPath } from '../src/features/servicing/loans/loan-lists.ts';
import { writeQuery } from '../src/lib/api-client.ts';
import { filesOf, type Bundle } from './files-of.ts';

const linked = /<script\s+src="\/src\/app\/first-paint\.js"><\/script>/;

/**
 * Inlines `first-paint.js` into the document and passes the script the names of the files of the
 * first page, signed in or out, so that these files load before the entry runs. The names are known
 * only after the build. `fit-rendered-page.ts` is inlined at the end of the document. The server
 * allows both scripts by their hashes.
 */
export function preloadFirstPage(): Plugin {
  return {
    name: 'bursar:preload-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        if (!linked.test(html)) throw new Error('index.html does not begin by first-paint.js');
        /** Returns the files that the document does not link already. */
        const further = (module: string) =>
          filesOf(module, bundle).filter((file) => !html.includes(file));
        const framed = further('/shell/Shell.tsx');
        const facts = {
          framed: framedPlaces(),
          'signed-in': [...framed, ...typefaces(bundle)],
          home: further('/pages/HomePage.tsx').filter((it) => !framed.includes(it)),
          lists: listPlaces(),
          list: ['/pages/loan-list-pages.tsx', '/pages/prefetch-queries.ts']
            .flatMap(further)
            .filter((it, at, all) => !framed.includes(it) && all.indexOf(it) === at),
          'signed-out': further('/SignInPage.tsx'),
        };
        const data = Object.entries(facts).map(
          ([name, list]) => `data-${name}="${list.join(' ').replaceAll('&', '&amp;')}"`,
        );
        const fitting = await bundleScript('fit-rendered-page.ts');
        const script = `<script ${data.join(' ')}>${readScript()}</script>`;
        // The script goes after the entry, which is the largest file, and before the styles, which
        // would block the script.
        return html
          .replace(linked, '')
          .replace('<link rel="stylesheet"', (tag) => script + tag)
          .replace('</body>', `<script>${fitting}</script></body>`);
      },
    },
  };
}

function readScript(): string {
  const name = 'first-paint.js';
  const source = readFileSync(new URL(`../src/app/${name}`, import.meta.url), 'utf8');
  return minifySync(name, source).code.trim();
}

async function bundleScript(name: string): Promise<string> {
  const input = fileURLToPath(new URL(`../src/app/${name}`, import.meta.url));
  const lib = { entry: input, formats: ['iife' as const], name: 'page' };
  const built = await build({ configFile: false, logLevel: 'error', build: { write: false, lib } });
  const [result] = [built].flat();
  if (!result || !('output' in result)) throw new Error(`${name} was not built.`);
  return result.output[0].code.trim();
}

/**
 * Returns the typefaces that the document does not link: a typeface that loads later would change
 * the widths of texts that are visible already. Figures and names in the frame are bold.
 */
function typefaces(bundle: Bundle): readonly string[] {
  return Object.keys(bundle).filter((file) =>
    /\/(latin-[56]00|arabic-[45]00)-[^/]*\.woff2$/.test(file),
  );
}

/**
 * Returns the first path segments of framed pages, because other pages would not use the preloaded
 * files. The group `pages` is left out: some of its pages have no frame but share a first segment
 * with framed pages.
 */
function framedPlaces(): readonly string[] {
  const places = Object.entries(routes)
    .filter(([, { layout, group }]) => layout === 'default' && group !== 'pages')
    .map(([path]) => path.split('/')[1] ?? '');
  return [...new Set(places)];
}

/** Returns the loan lists per role, each with its first query: `user/allloan?view=all…`. */
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
