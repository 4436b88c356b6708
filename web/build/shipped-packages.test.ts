import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listShipped, type LockFile } from './shipped-packages.ts';

const lock: LockFile = {
  packages: {
    web: { dependencies: { kit: '1', '@bursar/contracts': '1' } },
    'node_modules/kit': { version: '1.2.0', license: 'MIT', dependencies: { '@a/dates': '2' } },
    'node_modules/@a/dates': { version: '1.0.0', license: 'ISC' },
    'node_modules/kit/node_modules/@a/dates': {
      version: '2.0.0',
      license: 'Apache-2.0',
      dependencies: { kit: '1' },
    },
    'node_modules/built-with': { version: '9.0.0', license: 'MIT' },
    'node_modules/@bursar/contracts': { version: '0.1.0' },
  },
};

describe('the shipped packages', () => {
  it("are the web's dependencies, each in its resolved version", () => {
    expect(listShipped(lock)).toEqual([
      { name: '@a/dates', version: '2.0.0', licence: 'Apache-2.0' },
      { name: 'kit', version: '1.2.0', licence: 'MIT' },
    ]);
  });

  it('all state their version and licence', () => {
    const path = new URL('../../package-lock.json', import.meta.url);
    const shipped = listShipped(JSON.parse(readFileSync(path, 'utf8')) as LockFile); // The file has npm's own shape.
    expect(shipped.map(({ name }) => name)).toContain('react');
    expect(shipped.filter(({ version, licence }) => version === '' || licence === '')).toEqual([]);
  });
});
