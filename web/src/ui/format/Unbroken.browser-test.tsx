import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { Unbroken } from './Unbroken.tsx';

it('a reference stays on one line, in a sentence of any width', async () => {
  for (const inlineSize of ['4rem', '6rem', '8rem', '10rem']) {
    await draw(
      <p style={{ inlineSize }}>
        <Unbroken>Payment of L-000988 posted with INV-2026-000012</Unbroken>
      </p>,
    );
    for (const reference of ['L-000988', 'INV-2026-000012']) {
      expect(page.getByText(reference, { exact: true }).element().getClientRects()).toHaveLength(1);
    }
  }
});

it('a sentence without a reference stays one text', async () => {
  await draw(
    <p>
      <Unbroken>A one-off charge of 20-odd dollars</Unbroken>
    </p>,
  );
  expect(page.getByText('A one-off').element().children).toHaveLength(0);
});
