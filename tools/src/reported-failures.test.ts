import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homeFolder } from './home-folder.ts';

const folder = join(homeFolder, 'web/src');
const sources = globSync('**/*.{ts,tsx}', { cwd: folder })
  .filter((path) => !path.includes('test'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

type Change = {
  readonly path: string;
  readonly text: string;
  /** The variable that has the result of `useMutation`. */
  readonly name: string;
  /** The arguments of the call of `mutate`. */
  readonly sent: string;
};

const changes = sources.flatMap(({ path, text }): Change[] =>
  [...text.matchAll(/\b(\w+)\.mutate(?=\()/g)].map((found) => ({
    path,
    text,
    name: found[1] ?? '',
    sent: argumentsAt(text, found.index + found[0].length),
  })),
);

/** Returns a call's arguments with their parentheses; `start` is the opening parenthesis. */
function argumentsAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/** Returns true if the call handles a failure, itself or by callbacks that it passes on. */
const isHandledByCall = ({ sent }: Change) => /\bonError\b|, (on|report\b.*)\)$/s.test(sent);

/** Returns true if the component shows the failure, or passes the mutation to one that does. */
const isShown = ({ text, name }: Change) =>
  new RegExp(String.raw`\b${name}\.(error|isError)\b|\.\.\.${name},|=\{${name}\}`).test(text);

/** Returns true if the hook of the mutation reports a failure. */
function isReportedByHook({ text, name }: Change): boolean {
  const made = new RegExp(String.raw`\bconst ${name} = (use\w+)(?=\()`).exec(text);
  if (!made) return false;
  // A comment at each `quietly` says why the failure does not matter.
  if (/\b(onError|quietly)\b/.test(argumentsAt(text, made.index + made[0].length))) return true;
  const definition = new RegExp(
    String.raw`^export (?:function|const) ${made[1]}\b.*?(?=^(?:export|function|const|type|/\*\*)|(?![^]))`,
    'ms',
  );
  return sources.some((source) => definition.exec(source.text)?.[0].includes('onError'));
}

it('the user learns of every change that failed', () => {
  const silent = changes.filter(
    (change) => !isHandledByCall(change) && !isShown(change) && !isReportedByHook(change),
  );
  const names = silent.map(({ path, name }) => `${path}: ${name}`).toSorted();
  expect(names).toEqual([]);
});
