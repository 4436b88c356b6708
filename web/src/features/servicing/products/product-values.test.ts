import { expect, it } from 'vitest';
import { ofNewerTerms, usualTerms } from './product-values.ts';

it('typed values stay when newer terms load, and all other values are replaced', () => {
  const fee = { kind: 'fixed', amountMinor: 2_500, percent: null } as const;
  const now = { ...usualTerms, annualRatePercent: '14', disbursementFee: fee };
  const fresh = { ...usualTerms, annualRatePercent: '13', instalmentCount: 36 };
  expect(ofNewerTerms(fresh, { began: usualTerms, now })).toEqual({
    ...fresh,
    annualRatePercent: '14',
    disbursementFee: fee,
  });
  expect(ofNewerTerms(fresh, { began: usualTerms, now: usualTerms })).toEqual(fresh);
});
