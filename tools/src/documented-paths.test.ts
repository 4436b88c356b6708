import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { moduleOrder } from './boundaries/boundary-rules.ts';
import { homeFolder } from './home-folder.ts';

const workspaces = ['api', 'bench', 'contracts', 'docs', 'e2e', 'loan-maths', 'tools', 'web'];
const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: homeFolder })];

/**
 * Returns the files or folders that a path in a document can mean: it is relative to the root, to
 * the API, or to the modules of the API and of the contracts.
 */
function placesOf(path: string): readonly string[] {
  const [first = ''] = path.split('/');
  if (workspaces.includes(first)) return [path];
  if (first === 'platform') return [`api/src/${path}`];
  return moduleOrder.includes(first) ? [`api/src/features/${path}`, `contracts/src/${path}`] : [];
}

it.each(documents)('%s names files and folders that exist', (document) => {
  const text = readFileSync(join(homeFolder, document), 'utf8');
  const named = [...text.matchAll(/`([\w-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
  const missing = named.filter((path) => {
    const places = placesOf(path);
    const isExample = path.startsWith('api/migrations/');
    return (
      places.length > 0 &&
      !isExample &&
      !places.some((place) =>
        ['', '.ts', '.test.ts', '.md'].some((end) => existsSync(join(homeFolder, place + end))),
      )
    );
  });
  expect(missing).toEqual([]);
});

it('api/migrations/README.md describes each migration once', () => {
  const readme = readFileSync(join(homeFolder, 'api/migrations/README.md'), 'utf8');
  const described = [...readme.matchAll(/^\| `([^`]+)` \| ./gm)].map(([, name = '']) => name);
  const files = globSync('*.sql', { cwd: join(homeFolder, 'api/migrations') });
  expect(described.toSorted()).toEqual(files.toSorted());
});

it('docs/decisions/README.md lists each record with its title', () => {
  const folder = join(homeFolder, 'docs/decisions');
  const list = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...list.matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(([, title, name]) => [
    name,
    title,
  ]);
  const records = globSync('[0-9]*.md', { cwd: folder }).map((name) => [
    name,
    /^# (.*)/.exec(readFileSync(join(folder, name), 'utf8'))?.[1],
  ]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(records));
});
