import { routeAdmits, routes } from '@bursar/contracts/routes';
import { roles } from '@bursar/contracts/roles';
import { readFileSync } from 'node:fs';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { firstQuestionOf, loanListsByPath } from '../src/features/servicing/loans/loan-lists.ts';
import { writeQuery } from '../src/lib/api-client.ts';

type Bundle = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>;

const linked = /<script\s+src="\/src\/app\/first-paint\.js"><\/script>/;

/**
 * Puts `first-paint.js` into the document, so that nothing has to be fetched before it, and tells
 * it which files the first page will need, signed in or out: they are on their way before the entry
 * has run. Their names are known only when all is built. The server allows the script by its hash.
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
          'signed-in': framed,
          home: filesOf('/pages/HomePage.tsx', bundle, html).filter((it) => !framed.includes(it)),
          lists: listPlaces(),
          list: ['/pages/loan-list-pages.tsx', '/pages/first-questions.ts']
            .flatMap((page) => filesOf(page, bundle, html))
            .filter((it, at, all) => !framed.includes(it) && all.indexOf(it) === at),
          'signed-out': filesOf('/SignInPage.tsx', bundle, html),
        };
        const data = Object.entries(facts).map(
          ([name, list]) => `data-${name}="${list.join(' ').replaceAll('&', '&amp;')}"`,
        );
        const script = `<script ${data.join(' ')}>${readScript()}</script>`;
        // Behind the entry, the longest of all files; before the styles, for which it would wait.
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

/** The first parts of addresses inside the frame: what is fetched ahead elsewhere goes unused. */
function framedPlaces(): readonly string[] {
  const places = Object.entries(routes)
    .filter(
      ([, { layout, group }]) => layout === 'default' && (group === 'product' || group === 'open'),
    )
    .map(([path]) => path.split('/')[1] ?? '');
  return [...new Set(places)];
}

/** The loan lists by who may open them, each with what it asks first: `user/allloan?view=all…`. */
function listPlaces(): readonly string[] {
  const lists = new Map(Object.entries(loanListsByPath));
  return roles.flatMap((role) =>
    Object.entries(routes).flatMap(([path, { access }]) => {
      const facts = lists.get(path);
      if (!facts || !routeAdmits(access, role)) return [];
      return [role + path + writeQuery(firstQuestionOf(facts))];
    }),
  );
}

/**
 * A page's script, its styles and its imports, without what the document loads anyway. It is named
 * by the file that is asked for by `import()`: where that only leads to a group of others, it costs
 * a round trip of its own once all the rest is there.
 */
function filesOf(module: string, bundle: Bundle, html: string): readonly string[] {
  const files = new Set<string>();
  const page = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
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
