import { pagePaths } from '@bursar/contracts/routes';
import { expect, it } from 'vitest';
import { pages } from './routes.ts';

it('every address that the contract does not keep for later has its one page', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(pagePaths.toSorted());
});
