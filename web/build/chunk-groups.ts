import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type NameFunction = Extract<Group['name'], (...args: never) => unknown>;
type Modules = Parameters<NameFunction>[1];

/**
 * The entry files of each chunk; an import goes into the first chunk that needs it. Many small
 * files compress badly and queue for the browser's few connections.
 */
const chunks = {
  // Small files that several pages in the frame share load faster in the frame's chunk than on
  // their own.
  Shell: ['app/shell/Shell.tsx', 'lib/resend.ts', 'lib/typing-events.ts'],
  home: ['app/pages/HomePage.tsx'],
  kit: ['app/KitLayout.tsx'],
  desk: ['app/pages/desk-parts.ts'],
  lists: ['app/pages/loan-list-pages.tsx', 'app/pages/prefetch-queries.ts'],
  charts: ['ui/chart/Chart.tsx', 'ui/chart/ChartPicture.tsx', 'ui/chart/Sparkline.tsx'],
  panels: ['ui/menu/MenuPanel.tsx', 'ui/overlay/PopoverPanel.tsx'],
  forms: [
    'ui/overlay/FormDialog.tsx',
    'ui/overlay/FormDrawer.tsx',
    'ui/form/TextField.tsx',
    'ui/form/MoneyField.tsx',
    'ui/form/SelectField.tsx',
  ],
} as const;

/**
 * The entry and the sign-in page are outside the frame. Files of the entry, and files that sign-in
 * shares with these chunks, go into the chunk `base`, so that sign-in waits for none of them.
 */
const entry = fileOf('app/main.tsx');
const signIn = [
  'features/access/sign-in/SignInPage.tsx',
  'features/access/sign-in/LoanYear.tsx',
  'ui/format/Unbroken.tsx',
].map(fileOf);

/** An icon that at least this many entry chunks share goes into the shared icons chunk. */
const ICON_SHARES = 14;

/**
 * Groups the application's files into the chunks above, each file into the first that needs it. A
 * page outside them gets a chunk of its own.
 */
export function chunkGroups(): Group[] {
  const rootsOf = Object.entries(chunks).map(([name, files]) => [name, files.map(fileOf)] as const);
  const reach = reachOnce();
  const isReached = (roots: readonly string[], id: string, modules: Modules) =>
    roots.some((root) => reach(root, modules).has(id));
  const isShared = (id: string, modules: Modules) =>
    isReached(signIn, id, modules) && rootsOf.some(([, roots]) => isReached(roots, id, modules));
  return [
    { name: 'libraries', test: '/node_modules/', tags: ['$initial'] },
    { name: 'icons', test: '/@tabler/icons-react/', minShareCount: ICON_SHARES },
    {
      name: (id, modules) =>
        reach(entry, modules).has(id) || isShared(id, modules) ? 'base' : null,
    },
    ...rootsOf.map(([name, roots]) => ({ name, test: (id: string) => roots.includes(id) })),
  ];
}

/**
 * Returns a function that returns the application's modules that a file imports, directly or
 * indirectly; cached by file.
 */
function reachOnce(): (root: string, modules: Modules) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (root, modules) => {
    const found = known.get(root) ?? reachOf(root, modules);
    known.set(root, found);
    return found;
  };
}

function reachOf(root: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set([root]);
  for (const id of reached) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (!imported.includes('/node_modules/')) reached.add(imported);
    }
  }
  return reached;
}

function fileOf(path: string): string {
  const file = fileURLToPath(new URL(`../src/${path}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`The file ${path} of a chunk group does not exist.`);
  return file;
}
