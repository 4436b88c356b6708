import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { askedThread } from './ask-thread.ts';

/**
 * A program that answers with twice the number, but never answers 0, fails for 1 and ends for 2.
 */
const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ id, task }) => {
    if (task === 0) return;
    if (task === 2) process.exit();
    parentPort.postMessage(task === 1 ? { id, failure: 'odd' } : { id, result: task * 2 });
  });`;

describe('a thread that is asked', () => {
  const open = (endAfterMs?: number) =>
    askedThread<number, number>(() => new Worker(program, { eval: true }), {
      ...(endAfterMs !== undefined && { endAfterMs }),
    });

  it('answers each task', async () => {
    const thread = open();
    expect(await Promise.all([thread.ask(3), thread.ask(4)])).toEqual([6, 8]);
    expect(thread.waiting()).toBe(0);
    await expect(thread.ask(1)).rejects.toThrow('odd');
  });

  it('starts again after it has ended', async () => {
    const thread = open();
    await expect(thread.ask(2)).rejects.toThrow('ended');
    expect(await thread.ask(5)).toBe(10);
  });

  it('is ended if it does not answer in time', async () => {
    const thread = open(200);
    await expect(thread.ask(0)).rejects.toThrow('ended');
    expect(thread.waiting()).toBe(0);
  });
});
