import { expect, it } from 'vitest';
import { prefetchNext } from './prefetch-next.ts';

function openSource() {
  const state = { made: 0, isClosed: false };
  async function* make() {
    try {
      while (state.made < 3) yield ++state.made;
    } finally {
      state.isClosed = true;
    }
  }
  return { state, items: make() };
}

it('a prefetched source gives every item in order and is closed', async () => {
  const { state, items } = openSource();
  const given = [];
  for await (const item of prefetchNext(items)) given.push(item);
  expect(given).toEqual([1, 2, 3]);
  expect(state.isClosed).toBe(true);
});

it('a prefetched source is closed if the use of an item fails', async () => {
  const { state, items } = openSource();
  const use = async () => {
    for await (const item of prefetchNext(items)) throw new Error(`no use for ${item}`);
  };
  await expect(use()).rejects.toThrow('no use for 1');
  expect(state).toEqual({ made: 2, isClosed: true });
});
