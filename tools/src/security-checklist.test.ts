import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeFolder } from './home-folder.ts';

const text = readFileSync(join(homeFolder, 'docs/security.md'), 'utf8');
const lines = text.split('\n').flatMap((line) => {
  const [, number = '', , state = '', reason = ''] =
    /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
  return number === '' ? [] : [{ number, state, reason }];
});

const folders = ['api', 'contracts', 'e2e', 'tools', 'web'].map((name) => `${name}/src`);
const sources = new Set(
  folders.flatMap((folder) =>
    readdirSync(join(homeFolder, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => path.split(/[\\/]/).at(-1) ?? path,
    ),
  ),
);

describe('the security checklist', () => {
  it('has each requirement once, in a known state, with the totals of its header', () => {
    const states = ['met', 'partly', 'not met', 'operator', 'does not apply'];
    expect(lines.map(({ state }) => states.includes(state))).not.toContain(false);
    expect(new Set(lines.map(({ number }) => number)).size).toBe(lines.length);
    const countOf = (state: string) => lines.filter((line) => line.state === state).length;
    expect(text).toContain(
      `${countOf('met')} met, ${countOf('partly')} partly, ${countOf('not met')} not met`,
    );
  });

  it('names tests and files that exist', () => {
    const named = lines.flatMap(({ number, reason }) =>
      [...reason.matchAll(/`(?:[\w-]+\/)*([\w-]+(?:\.[\w-]+)*\.ts)`/g)].map(([, file = '']) => ({
        number,
        file,
      })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ file }) => !sources.has(file))).toEqual([]);
  });
});
