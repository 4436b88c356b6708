import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from './close.ts';
import { openAsApplication } from './running-database.ts';
import {
  managerEmail,
  openTestDatabase,
  runTool,
  type TestDatabase,
} from './testing/test-database.ts';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await openTestDatabase();
}, 240_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => tested.close());

const close = (...args: string[]) => runTool(() => main(args));

describe('npm run close', () => {
  it('closes the named day, then each day since, each once', async () => {
    const first = await close('--date', '2026-06-01', '--portfolio', managerEmail);
    expect(first).toEqual({
      output: 'Closed 2026-06-01 of portfolio 00000000-0000-4000-8000-000000000001.',
      exitCode: 0,
    });
    const then = await close('--date', '2026-06-04');
    expect(then.output.match(/2026-06-0\d/g)).toEqual(['2026-06-02', '2026-06-03', '2026-06-04']);
    expect(await close('--date', '2026-06-03')).toEqual({
      output: 'No days were open.',
      exitCode: 0,
    });
  });

  it.each([
    [['--date', '2999-01-01'], 1, /^2999-01-01 is not over\. The last day that can be closed is /],
    [['--portfolio', 'nobody@lender.example'], 1, /^No portfolio has an active manager nobody@/],
    [['--date', 'never'], 2, /^--date is "never", which is not a day such as /],
    [['--days', '3'], 2, /^Unknown option '--days'/],
    [['--help'], 0, /^Usage: npm run close /],
  ])('with %j exits with %i and a reason', async (args, exitCode, sentence) => {
    const ended = await close(...args);
    expect(ended.output).toMatch(sentence);
    expect(ended.exitCode).toBe(exitCode);
  });

  it('is refused as the owner, who may change what was posted', async () => {
    const { owner } = tested.books.targets;
    const opened = openAsApplication({
      ...tested.books,
      targets: { owner, application: owner },
    });
    await expect(opened).rejects.toThrow('works as the role "bursar_owner"');
  });
});
