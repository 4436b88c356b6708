import { expect, it } from 'vitest';
import { countLicences } from './count-licences.ts';

it('the packages of each licence are counted, the most frequent first, then by name', () => {
  const licences = ['ISC', '(MPL-2.0 OR Apache-2.0)', 'MIT', '0BSD', 'MIT'].map((licence) => ({
    licence,
  }));
  expect(countLicences(licences)).toEqual([
    { licence: 'MIT', count: 2 },
    { licence: '0BSD', count: 1 },
    { licence: 'ISC', count: 1 },
    { licence: '(MPL-2.0 OR Apache-2.0)', count: 1 },
  ]);
});
