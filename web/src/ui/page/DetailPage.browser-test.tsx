import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { DetailPage } from './DetailPage.tsx';

it('a detail page shows its subject while its name loads', async () => {
  const load = { data: undefined, isPending: true, failure: null };
  await draw(
    <DetailPage
      load={load}
      back={null}
      shape={{ parts: ['table'] }}
      title="Loan details"
      missing={null}
    >
      {() => null}
    </DetailPage>,
  );
  await expect.element(page.getByRole('heading', { name: 'Loan details' })).toBeVisible();
});
