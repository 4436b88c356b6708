import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { arrangeReach, arrangeStep, templateOf } from '../../../testing/letter-office.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
const manager = await signIn('manager');

const save = (template: object, id = uuidv7()) =>
  manager.put(`/api/message-templates/${id}`, template);
const list = async () => (await manager.get('/api/message-templates')).body.templates;
const preview = async (wishes: object) => {
  const { name: _name, version: _version, ...texts } = templateOf(wishes);
  return manager.post('/api/message-templates/preview', texts);
};

describe('message templates', () => {
  it('are created once, changed under their latest version, and removed if no step uses them', async () => {
    const id = uuidv7();
    const template = templateOf({ name: ' First reminder ' });
    const created = await save(template, id);
    expect(created.body).toMatchObject({ name: 'First reminder', version: 1, ae: null, steps: 0 });
    expect((await save({ ...template, name: 'First reminder' }, id)).body.version).toBe(1);
    expect((await save({ ...template, name: 'Other' }, id)).body.error).toBe('changed_since');
    const renamed = { ...template, name: 'Renamed', version: 1 };
    expect((await save(renamed, id)).body).toMatchObject({ name: 'Renamed', version: 2 });
    expect((await save({ ...template, name: 'renamed' })).body).toMatchObject({
      error: 'name_already_used',
      fields: { name: expect.any(String) },
    });
    const other = { ...renamed, version: 2, channel: 'whatsapp' };
    expect((await save(other, id)).body.error).toBe('template_channel_fixed');
    const remove = (version: number) =>
      manager.post(`/api/message-templates/${id}/remove`, { version });
    expect((await remove(1)).body.error).toBe('changed_since');
    expect((await remove(2)).body).toEqual({ id });
    expect(await list()).toEqual([]);
    const { templateId } = await arrangeStep(manager);
    const used = await manager.post(`/api/message-templates/${templateId}/remove`, { version: 1 });
    expect(used.body.error).toBe('template_in_use');
  });

  it.each([
    [{ en: null }, 'template_text_missing', 'en.body'],
    [{ en: { subject: null, body: ' ' } }, 'template_text_missing', 'en.body'],
    [{ channel: 'email' }, 'template_subject_missing', 'en.subject'],
    [{ en: { subject: null, body: 'Pay {{amount}}' } }, 'template_field_unknown', 'en.body'],
    [{ en: { subject: null, body: 'Pay {{ }}' } }, 'template_field_unknown', 'en.body'],
    [{ en: { subject: null, body: 'Pay {{loan' } }, 'template_field_not_closed', 'en.body'],
    [{ ae: { subject: null, body: '{{loan}} }}' } }, 'template_field_not_closed', 'ae.body'],
    [{ en: { subject: null, body: 'x'.repeat(601) } }, 'template_text_too_long', 'en.body'],
    [
      { channel: 'letter', en: { subject: '{{lone}}', body: 'x' } },
      'template_field_unknown',
      'en.subject',
    ],
  ])('are refused next to the text: %j', async (wishes, error, field) => {
    const refused = { error, fields: { [field]: expect.any(String) } };
    expect((await save(templateOf(wishes))).body).toMatchObject(refused);
    const loan = await arrangeHeld();
    const previewed = await preview({ ...wishes, loanId: loan.id });
    expect(previewed.body).toMatchObject(refused);
  });

  it('name the field that is unknown', async () => {
    const { body } = await save(templateOf({ en: { subject: null, body: '{{Loan}}' } }));
    expect(body.message).toBe('“Loan” is not a field. Choose one from the list of fields.');
  });

  it('belong to the manager of their portfolio', async () => {
    const { templateId } = await arrangeStep(manager);
    const stranger = await test.signIn((await arrangePortfolio(test.owner, 'two')).manager.email);
    expect((await stranger.get('/api/message-templates')).body.templates).toEqual([]);
    const change = { ...templateOf(), version: 1 };
    expect((await stranger.put(`/api/message-templates/${templateId}`, change)).status).toBe(404);
    expect((await (await signIn('desk')).get('/api/message-templates')).status).toBe(403);
  });
});

describe('the preview of a message', () => {
  const everything =
    '{{borrower}}|{{loan}}|{{amount_late}}|{{amount_due}}|{{days_late}}|{{late_since}}|' +
    '{{next_due_date}}|{{next_amount}}|{{payoff}}|{{outstanding}}|{{ today }}|{{lender}}|{{agent}}';

  it('has the values of the loan in the format of its language', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Ana <b>Silva</b>' });
    await arrangeReach(manager, loan.id, { phone: '+14155552671', language: 'ae' });
    const texts = { subject: null, body: everything };
    const { status, body } = await preview({
      en: texts,
      ae: texts,
      loanId: loan.id,
      language: 'en',
    });
    const reference = `L-${String(loan.number).padStart(6, '0')}`;
    // The payoff has the interest of 14 days since the instalment: 1,105.38 at 12 % are 5.16.
    const { payoffMinor } = (await manager.get(`/api/loans/${loan.id}`)).body;
    const payoff = (payoffMinor / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });
    expect([status, body]).toEqual([
      200,
      {
        language: 'en',
        recipient: 'Ana <b>Silva</b>',
        address: '+14155552671',
        subject: null,
        body:
          `Ana <b>Silva</b>|${reference}|106.62 USD|106.62 USD|14|1 Jun 2026|1 Jul 2026|106.62 USD|` +
          `${payoff} USD|1,200.00 USD|15 Jun 2026|Portfolio one|delta-agent one`,
        emptyFields: [],
        unprintable: [],
      },
    ]);
    const arabic = (await preview({ en: texts, ae: texts, loanId: loan.id })).body;
    expect(arabic.language).toBe('ae');
    expect(arabic.body).toContain('يونيو');
    expect(arabic.body).toContain('\u2066106.62\u2069 USD');
    const alone = (await preview({ en: texts, loanId: loan.id })).body;
    expect(alone.language).toBe('en');
  });

  it('names the characters that a letter prints as boxes, each once', async () => {
    const loan = await arrangeHeld({ borrowerName: '王 Ḥasan 王 🙂' });
    const texts = { subject: 'नमस्ते', body: 'Dear {{borrower}}, pay 5 €.' };
    const asked = { en: texts, loanId: loan.id };
    const letter = (await preview({ ...asked, channel: 'letter' })).body;
    expect(letter.unprintable.slice(0, 2)).toEqual(['王', '🙂']);
    expect(letter.unprintable.slice(2).join('')).toMatch(/^[\u0900-\u097f]+$/);
    const email = (await preview({ ...asked, channel: 'email' })).body;
    expect(email.unprintable).toEqual([]);
  });

  it('writes figures and days as the portfolio chose', async () => {
    const loan = await arrangeHeld();
    const choose = (numbers: string, dates: string) => test.owner`
      update portfolios set print_numbers = ${numbers}, print_dates = ${dates}
      where id = ${portfolio.id}`;
    await choose('comma', 'dotted');
    const text = { subject: null, body: '{{outstanding}} {{today}}' };
    const { body } = await preview({ en: text, loanId: loan.id });
    expect(body.body).toBe('1.200,00 USD 15.06.2026');
    await choose('point', 'words');
  });

  it('names the fields without a value, and says that there is no address', async () => {
    const loan = await arrangeHeld({ agentId: null, teamId: null });
    await test.owner`update borrowers set name = null where id = ${loan.borrowerId}`;
    const text = { subject: null, body: '{{borrower}} {{how_to_pay}} {{agent}} {{loan}}' };
    expect((await preview({ en: text, loanId: loan.id })).body).toMatchObject({
      recipient: null,
      address: null,
      emptyFields: ['borrower', 'how_to_pay', 'agent'],
    });
    const issuer = { name: 'Lender', address: '', taxNumber: '', dueDays: 14, version: 0 };
    await manager.put('/api/invoice-issuer', { ...issuer, paymentDetails: 'IBAN AE07 0331' });
    const { body } = await preview({
      en: { subject: null, body: '{{how_to_pay}}' },
      loanId: loan.id,
    });
    expect(body.body).toMatch(/^IBAN AE07 0331\nQuote the loan number L-\d+ with the payment\.$/);
  });

  it('of a letter is a PDF, and of a loan of another portfolio is refused', async () => {
    const id = uuidv7();
    const letter = { subject: 'Reminder {{loan}}', body: 'Dear {{borrower}}\n\n{{amount_late}}' };
    const arabic = { subject: 'تذكير', body: 'السيد {{borrower}}' };
    await save(templateOf({ channel: 'letter', en: letter, ae: arabic }), id);
    const loan = await arrangeHeld();
    for (const language of ['en', 'ae']) {
      const url = `/api/loans/${loan.id}/letters/${id}/preview.pdf?language=${language}`;
      const answer = await test.app.server.inject({ url, cookies: { ...manager.cookies } });
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const two = await arrangePortfolio(test.owner, 'three');
    const stranger = await test.signIn(two.manager.email);
    const { name: _name, version: _version, ...texts } = templateOf();
    const asked = { ...texts, loanId: loan.id };
    expect((await stranger.post('/api/message-templates/preview', asked)).status).toBe(404);
    expect(portfolio.id).not.toBe(two.id);
  });
});
