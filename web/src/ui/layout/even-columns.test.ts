import { expect, it } from 'vitest';
import { evenColumns } from './even-columns.ts';

it.each([
  [1, 1],
  [2, 2],
  [4, 4],
  [5, 5],
  [6, 3],
  [7, 4],
  [8, 4],
  [9, 3],
  [10, 5],
])('%i facts are in %i columns', (count, columns) => {
  expect(evenColumns(count, [5, 4, 3])).toBe(columns);
});

it('prefers the first of equally even numbers', () => {
  expect(evenColumns(5, [3, 2])).toBe(3);
  expect(evenColumns(0, [3, 2])).toBe(1);
});
