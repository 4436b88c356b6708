import { expect, test } from 'vitest';
import { readLastTransaction } from './logged-statements.ts';

const log = `2026-11-23 22:44:00.800 UTC [17] LOG:  statement: begin\x20
2026-11-23 22:44:00.801 UTC [17] LOG:  execute s1: select 'an earlier one'
2026-11-23 22:44:00.802 UTC [17] LOG:  execute s2: commit
2026-11-23 22:44:00.851 UTC [17] LOG:  statement: begin\x20
2026-11-23 22:44:00.854 UTC [17] LOG:  execute s3:\x20
\t    select one
\t    from loans where id = $1 and name = $2 and note is not distinct from $3
2026-11-23 22:44:00.854 UTC [17] DETAIL:  Parameters: $1 = 'a-1', $2 = 'O''Neil', $3 = NULL
2026-11-23 22:44:00.855 UTC [9] LOG:  execute s9: select pg_notify($1, $2)
2026-11-23 22:44:00.855 UTC [9] DETAIL:  Parameters: $1 = 'channel', $2 = 'beat'
2026-11-23 22:44:00.856 UTC [17] LOG:  execute s2: commit
2026-11-23 22:44:00.857 UTC [9] LOG:  execute s10: select 2`;

test('the last transaction is read with its parameters and without statements of other connections', () => {
  expect(readLastTransaction(log)).toEqual([
    { text: 'begin', parameters: [] },
    {
      text: 'select one\n    from loans where id = $1 and name = $2 and note is not distinct from $3',
      parameters: ['a-1', "O'Neil", null],
    },
    { text: 'commit', parameters: [] },
  ]);
});
