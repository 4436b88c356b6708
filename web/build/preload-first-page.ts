import { routes } from '@bursar/contracts/routes';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>;

/**
 * Tells `first-paint.js` which files the first page will need, signed in or out, so that they are
 * on their way before the entry has run. Their names are known only when all is built.
 */
export function preloadFirstPage(): Plugin {
  return {
    name: 'bursar:preload-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const signedOut = filesOf('/SignInPage.tsx', bundle, html);
        const signedIn = filesOf('/shell/Shell.tsx', bundle, html);
        const framed = framedPlaces().join(' ');
        return html.replace(
          '<script src="/first-paint.js"',
          `<script src="/first-paint.js" data-signed-out="${signedOut}" data-signed-in="${signedIn}" data-framed="${framed}"`,
        );
      },
    },
  };
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

/** A page's script, its styles and what it imports, but for what the document loads anyway. */
function filesOf(module: string, bundle: Bundle, html: string): string {
  const files = new Set<string>();
  const page = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
  );
  if (!page) throw new Error(`The build has no page ${module}`);
  collect(page.fileName, bundle, files);
  return [...files].filter((file) => !html.includes(file)).join(' ');
}

function collect(fileName: string, bundle: Bundle, files: Set<string>): void {
  const file = bundle[fileName];
  if (files.has(fileName) || file?.type !== 'chunk') return;
  files.add(fileName);
  for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  for (const imported of file.imports) collect(imported, bundle, files);
}
