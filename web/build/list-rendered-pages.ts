import type { RenderedPages } from '@bursar/contracts/rendered-pages';
import { pagePaths, routeAdmits, routes, type PagePath } from '@bursar/contracts/routes';
import type { Role } from '@bursar/contracts/roles';
import type { Plugin } from 'vite';
import { firstQueryOf, loanListsByPath } from '../src/features/servicing/loans/loan-lists.ts';
import { writeQuery } from '../src/lib/api-client.ts';
import { filesOf, type Bundle } from './files-of.ts';

/** Writes `rendered-pages.json`: what the server needs to render the first view of a page. */
export function listRenderedPages(): Plugin {
  return {
    name: 'bursar:list-rendered-pages',
    apply: 'build',
    generateBundle: {
      // This hook runs after Vite has removed scripts that only load styles.
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(renderedPages(bundle));
        this.emitFile({ type: 'asset', fileName: 'rendered-pages.json', source });
      },
    },
  };
}

function renderedPages(bundle: Bundle): RenderedPages {
  const pagesOf = (role: Role) => {
    const pages = pagePaths
      .filter((path) => routeAdmits(routes[path].access, role))
      .flatMap((path) => {
        const parts = partsOf(path, role);
        if (!parts) return [];
        const reads = ['/api/session', ...parts.reads];
        return [[path, { reads, ...filesFor(parts.modules, bundle) }] as const];
      });
    return Object.fromEntries(pages);
  };
  return {
    admin: pagesOf('admin'),
    user: pagesOf('user'),
    team: pagesOf('team'),
    agent: pagesOf('agent'),
  };
}

type Parts = {
  /** The API reads that the first view shows, in addition to the session. */
  readonly reads: readonly string[];
  /** The modules of the first view, in addition to the frame. */
  readonly modules: readonly string[];
};

/** Returns the parts of a page's first view; undefined for a page that only the browser renders. */
function partsOf(path: PagePath, role: Role): Parts | undefined {
  if (path === '/') {
    const work = workOf[role];
    return {
      reads: ['/api/dashboard', ...(work ? [work.read] : [])],
      modules: ['/pages/HomePage.tsx', ...(work ? ['/app/KitLayout.tsx', work.module] : [])],
    };
  }
  const list = loanListsByPath[path];
  if (!list) return undefined;
  return {
    reads: [`/api/loans${writeQuery(firstQueryOf(list))}`],
    modules: listModules[path] ?? ['/pages/loan-list-pages.tsx'],
  };
}

/** The work that these roles' home page shows above the figures. */
const workOf: { readonly [Of in Role]?: { readonly read: string; readonly module: string } } = {
  agent: { read: '/api/work/queue', module: '/pages/AgentWork.tsx' },
  team: { read: '/api/work/desk', module: '/pages/desk-parts.ts' },
};

/** The modules of the lists that `loan-list-pages.tsx` does not contain. */
const listModules: { readonly [Path in PagePath]?: readonly string[] } = {
  '/loan': ['/pages/UserUnassignedLoansPage.tsx'],
  '/assignagent': ['/app/KitLayout.tsx', '/pages/AgentLoansPage.tsx'],
};

/** Returns the files that the document does not link itself, in the order in which they load. */
function filesFor(modules: readonly string[], bundle: Bundle) {
  const files = ['/shell/Shell.tsx', ...modules].flatMap((module) => filesOf(module, bundle));
  const linked = filesOf('/app/main.tsx', bundle);
  const further = [...new Set(files)].filter((file) => !linked.includes(file));
  const endingIn = (ending: string) =>
    further.filter((file) => file.endsWith(ending)).map((file) => `/${file}`);
  return { styles: endingIn('.css'), scripts: endingIn('.js') };
}
