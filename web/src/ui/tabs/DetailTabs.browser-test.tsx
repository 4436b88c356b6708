import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { DetailTabs } from './DetailTabs.tsx';

const tabs = [
  { id: 'schedule', label: 'Schedule' },
  { id: 'payments', label: 'Payments' },
  { id: 'ledger', label: 'Ledger' },
] as const;

function Loan() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('schedule');
  return (
    <DetailTabs label="Loan" tabs={tabs} selected={selected} onSelect={setSelected}>
      <div style={{ blockSize: selected === 'schedule' ? 4000 : 100 }}>
        {`What is in ${selected}`}
      </div>
    </DetailTabs>
  );
}

for (const [language, forward] of [
  ['en', '{ArrowRight}'],
  ['ae', '{ArrowLeft}'],
] as const) {
  it(`detail tabs move in reading direction, ${language}`, async () => {
    await draw(<Loan />, language);
    page.getByRole('tab', { name: 'Schedule' }).element().focus();
    await userEvent.keyboard(forward);
    await expect.element(page.getByRole('tab', { name: 'Payments' })).toHaveFocus();
    await expect.element(page.getByRole('tabpanel')).toHaveTextContent('What is in payments');
    await userEvent.keyboard('{End}');
    await expect
      .element(page.getByRole('tabpanel', { name: 'Ledger' }))
      .toHaveTextContent('What is in ledger');
  });
}

it('tabs stay in view on a phone, and the next content starts below them', async () => {
  await page.viewport(390, 700);
  await draw(<Loan />);
  document.documentElement.style.setProperty('--header-room', '0px');
  const top = () => page.getByRole('tablist').element().getBoundingClientRect().top;
  window.scrollTo(0, 2000);
  await expect.poll(top).toBe(0);
  await page.getByRole('tab', { name: 'Ledger' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Ledger' });
  await expect.element(panel).toBeInViewport();
  expect(top()).toBe(0);
  document.documentElement.style.removeProperty('--header-room');
});
