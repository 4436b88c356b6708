import { ALLOCATION_ORDERS, COMPONENT_ORDERS } from '@bursar/loan-maths/component-orders';
import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allocationOrderText } from './allocation-order-text.ts';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: textsIn('en'), ae: textsIn('ae') } });

function textsIn(language: 'en' | 'ae') {
  const file = new URL(`../../../../public/locales/${language}/facts.json`, import.meta.url);
  return { facts: JSON.parse(readFileSync(file, 'utf8')) as Record<string, object> };
}

it('a named order has its name, and any other lists its components in order', () => {
  const t = i18n.getFixedT('en', 'facts');
  expect(allocationOrderText(t, 'principal_first')).toBe('Principal first');
  expect(allocationOrderText(t, 'fee_principal_interest_penalty')).toBe(
    'Fees, principal, interest, penalties',
  );
});

it.each(['en', 'ae'])('all orders read differently in %s', (language) => {
  const t = i18n.getFixedT(language, 'facts');
  const texts = ALLOCATION_ORDERS.map((order) => allocationOrderText(t, order));
  expect(new Set(texts).size).toBe(Object.keys(COMPONENT_ORDERS).length);
});
