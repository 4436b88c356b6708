import type { WordColumn } from '@bursar/contracts/intake/tape-reading';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ImportHolders } from './ImportFigures.tsx';
import { meaningsIn, TapeWords, wordsAsRead, type ChosenWords } from './TapeWords.tsx';

const agent = 'agent:0198c0de-0000-7000-8000-000000000001';
const column: WordColumn = {
  field: 'agent',
  column: 'Collector',
  holders: [
    {
      meaning: 'team:0198c0de-0000-7000-8000-000000000002',
      kind: 'team',
      name: 'North',
      email: null,
    },
    { meaning: agent, kind: 'agent', name: 'Jane Doe', email: 'jane@example.com' },
  ],
  words: [{ word: 'J. Doe', count: 3, meaning: null, suggested: null }],
};

function Words({ onChosen }: { onChosen: (chosen: ChosenWords) => void }) {
  const [chosen, setChosen] = useState<ChosenWords>(wordsAsRead({ words: [column] }));
  const choose = (next: ChosenWords) => {
    setChosen(next);
    onChosen(next);
  };
  return <TapeWords column={column} chosen={chosen} onChoose={choose} />;
}

it('a name that is not known can mean a team, an agent or nobody', async () => {
  const onChosen = vi.fn<(chosen: ChosenWords) => void>();
  await drawFeature(<Words onChosen={onChosen} />, { texts: ['imports', 'facts'] });
  const field = page.getByRole('combobox', { name: 'Meaning of \u2068J. Doe\u2069' });
  await field.click();
  await expect.element(page.getByRole('option', { name: 'Leave unassigned' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: /Team .*North/ })).toBeVisible();
  await page.getByRole('option', { name: /Jane Doe.*jane@example\.com/ }).click();
  const [chosen = {}] = onChosen.mock.calls.at(-1) ?? [];
  expect(meaningsIn(chosen)).toEqual({ agent: { 'j. doe': agent } });
});

it('the import says how many loans go to whom', async () => {
  const holders = [
    { kind: 'agent' as const, name: 'Jane Doe', team: 'North', loans: 2, balanceMinor: 180_000 },
    { kind: null, name: null, team: null, loans: 1, balanceMinor: 90_000 },
  ];
  await drawFeature(<ImportHolders holders={holders} currency="USD" />, { texts: ['imports'] });
  await expect
    .element(page.getByRole('row', { name: /Jane Doe\s*North.*2.*1,800\.00/ }))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: /Unassigned.*1.*900\.00/ })).toBeVisible();
});
