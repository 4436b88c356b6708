import { describe, expect, it } from 'vitest';
import { moved, orderOf, placeIn } from './kanban-order.ts';

const order = { todo: ['a', 'b', 'c'], done: ['x'], empty: [] };

describe('a card', () => {
  it.each([
    ['down its column', 'a', 'c', { todo: ['b', 'c', 'a'] }],
    ['up its column', 'c', 'a', { todo: ['c', 'a', 'b'] }],
    ['over itself', 'b', 'b', {}],
    ['over its own column', 'a', 'todo', {}],
    ['before a card of another column', 'b', 'x', { todo: ['a', 'c'], done: ['b', 'x'] }],
    ['into an empty column', 'b', 'empty', { todo: ['a', 'c'], empty: ['b'] }],
    ['over a removed card', 'b', 'gone', {}],
  ])('goes %s', (_, card, over, changed) => {
    expect(moved(order, card, over)).toEqual({ ...order, ...changed });
  });

  it('has its position after the previous card, or first in a column', () => {
    expect(placeIn(order, 'b')).toEqual({ columnId: 'todo', afterId: 'a' });
    expect(placeIn(order, 'x')).toEqual({ columnId: 'done', afterId: null });
    expect(placeIn(order, 'gone')).toBeNull();
  });

  it('is listed in the given order of its column', () => {
    const cards = [
      { id: '2', columnId: 'l' },
      { id: '1', columnId: 'l' },
      { id: '3', columnId: 'r' },
    ];
    expect(orderOf([{ id: 'l' }, { id: 'r' }, { id: 'e' }], cards)).toEqual({
      l: ['2', '1'],
      r: ['3'],
      e: [],
    });
  });
});
