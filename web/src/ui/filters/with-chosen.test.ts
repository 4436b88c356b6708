import { expect, it } from 'vitest';
import { withChosen } from './with-chosen.ts';

const removed = '01980000-0000-7000-8000-000000000001';
const shown = { value: '01980000-0000-7000-8000-000000000002', label: 'Urgent' };
const missing = 'Removed tag';

it('an id in the address stays an option when the loaded options lack it', () => {
  expect(withChosen([shown], { chosen: `${removed},${shown.value}`, missing })).toEqual([
    shown,
    { value: removed, label: 'Removed tag' },
  ]);
});

it('an id in the address is an option without a name while the options load', () => {
  expect(withChosen(undefined, { chosen: removed, missing })).toEqual([
    { value: removed, label: '…' },
  ]);
});

it('a text that is no id is no option', () => {
  expect(withChosen(undefined, { chosen: 'gone', missing })).toEqual([]);
  expect(withChosen([shown], { chosen: null, missing })).toEqual([shown]);
});
