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
      {`What is in ${selected}`}
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
