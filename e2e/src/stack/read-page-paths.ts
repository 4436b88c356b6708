import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes, type RoutePath } from '@bursar/contracts/routes';
import { homeFolder } from '@bursar/tools/home-folder';

/** The pages that exist, by the web's own list: its code is not for tools to import. */
export function readPagePaths(): RoutePath[] {
  const list = readFileSync(join(homeFolder, 'web/src/app/routes.ts'), 'utf8');
  const paths = [...list.matchAll(/^ {4}path: '([^']+)',$/gm)].map(([, path = '']) => path);
  const known = Object.keys(routes);
  const unknown = paths.find((path) => !known.includes(path));
  if (paths.length === 0 || unknown !== undefined) {
    throw new Error(`The web's list of pages cannot be read: ${unknown ?? 'it has none'}.`);
  }
  // Each was found among the keys of `routes`.
  return paths as RoutePath[];
}
