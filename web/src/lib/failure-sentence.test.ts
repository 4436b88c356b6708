import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFailure } from './api-client.ts';
import { failureSentence, refusalSentence } from './failure-sentence.ts';

const refusal = new ApiFailure(400, {
  error: 'value_date_before_disbursement',
  message: 'The value date is before the disbursement, 2026-03-05.',
  details: { disbursedOn: '2026-03-05', limit: 12 },
});

describe('a failure sentence', () => {
  beforeAll(async () => {
    await i18next.init({
      resources: {
        en: { failures: { value_date_before_disbursement: 'Before {{disbursedOn}}, {{limit}}' } },
        ae: { failures: { value_date_before_disbursement: 'قبل {{disbursedOn}}' } },
      },
      interpolation: { escapeValue: false },
    });
  });

  it.each([
    ['en', 'Before 5\u00a0Mar\u00a02026, 12'],
    ['ae', 'قبل 5\u00a0مارس\u00a02026'],
  ])("shows its days in the reader's format: %s", async (language, sentence) => {
    await i18next.changeLanguage(language);
    expect(failureSentence(refusal)).toBe(sentence);
  });

  it('is the same for a part of a call', async () => {
    await i18next.changeLanguage('en');
    const { code, message, details } = refusal;
    expect(refusalSentence({ code, message, details })).toBe('Before 5\u00a0Mar\u00a02026, 12');
  });

  it("is the server's message if it has no translation", () => {
    const unknown = new ApiFailure(409, { error: 'last_admin', message: 'The last one.' });
    expect(failureSentence(unknown)).toBe('The last one.');
  });
});
