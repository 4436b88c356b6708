import { boundaryRules, breaksRule } from './boundary-rules.ts';
import { readImports, type Import } from './read-imports.ts';

export type Violation = { readonly rule: string; readonly sentence: string };

export const workspaces = ['loan-maths', 'contracts', 'api', 'web', 'tools', 'e2e', 'bench'];

/**
 * Returns every import of a checkout that has a forbidden direction, closes a cycle or brings zod
 * into a page.
 */
export function checkBoundaries(root: string): Violation[] {
  const imports = readImports(root, workspaces);
  return [...findForbidden(imports), ...findCircles(imports), ...findZodInBrowser(imports)];
}

function findForbidden(imports: readonly Import[]): Violation[] {
  return imports.flatMap((each) =>
    boundaryRules
      .filter((rule) => breaksRule(rule, each))
      .map(({ name, why }) => ({
        rule: name,
        sentence: `${each.from}:${each.line} imports ${each.to}: ${why}.`,
      })),
  );
}

/**
 * Finds cycles of static imports. If two files import each other, the load order depends on which
 * of them is imported first.
 */
function findCircles(imports: readonly Import[]): Violation[] {
  const graph = groupByFile(imports.filter(({ kind }) => kind === 'static'));
  const settled = new Set<string>();
  const circles: Violation[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      const circle = [...trail.slice(start), file].join(' → ');
      circles.push({ rule: 'no-circle', sentence: `${circle}: files that need each other.` });
    }
    if (start >= 0 || settled.has(file)) return;
    for (const { to } of graph.get(file) ?? []) visit(to, [...trail, file]);
    settled.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

/**
 * Finds static imports through which a page would load zod, directly or through other files. zod
 * alone exceeds the size budget of a page. A form may load the schema of its input with `import()`.
 */
function findZodInBrowser(imports: readonly Import[]): Violation[] {
  const graph = groupByFile(imports.filter(({ kind }) => kind === 'static'));
  const cameFrom = new Map<string, string | null>();
  const queue = [...graph.keys()].filter(isInBrowser);
  for (const file of queue) cameFrom.set(file, null);
  for (const file of queue) {
    for (const { to } of graph.get(file) ?? []) {
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, file);
      queue.push(to);
    }
  }
  return [...cameFrom.keys()]
    .filter((name) => /^npm:zod(\/|$)/.test(name))
    .map((name) => ({
      rule: 'no-zod-in-browser',
      sentence: `${trailOf(name, cameFrom).join(' → ')}: zod must stay out of a page; import types, or the contract once a form asks.`,
    }));
}

function isInBrowser(file: string): boolean {
  return /^web\/src\/(?!.*\.test\.tsx?$)/.test(file);
}

function trailOf(end: string, cameFrom: ReadonlyMap<string, string | null>): string[] {
  const before = cameFrom.get(end);
  return before === null || before === undefined ? [end] : [...trailOf(before, cameFrom), end];
}

function groupByFile(imports: readonly Import[]): Map<string, Import[]> {
  const graph = new Map<string, Import[]>();
  for (const each of imports) graph.set(each.from, [...(graph.get(each.from) ?? []), each]);
  return graph;
}
