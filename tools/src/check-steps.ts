import { checkBoundaries } from './boundaries/check-boundaries.ts';
import { homeFolder } from './home-folder.ts';
import { checkWriters } from './table-writers/check-writers.ts';
import { check, oneOf, type Step } from './step.ts';

export const types = check('Types', ['typescript/bin/tsc', '-b']);

export const lint = check('Lint', ['oxlint/bin/oxlint', '--deny-warnings']);

export const format = check('Format', ['oxfmt/bin/oxfmt', '--check']);

export const unused = check('Unused files, exports and dependencies', ['knip/bin/knip.js']);

/** Builds Bursar as `npm start` does; the journeys use this build. */
export const product = check('Built product', ['../tools/bootstrap.mjs', 'build']);

export const boundaries: Step = {
  name: 'Boundaries',
  run: async () => {
    const violations = [...checkBoundaries(homeFolder), ...checkWriters(homeFolder)];
    for (const { rule, sentence } of violations) console.log(`${rule}: ${sentence}`);
    if (violations.length === 0)
      console.log('Every import takes an allowed direction, and every table has one writer.');
    return oneOf(violations.length === 0);
  },
};
