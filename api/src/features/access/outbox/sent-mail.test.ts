import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverOutbox, type MailSender } from '../../../platform/mail/deliver-outbox.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import type { MailContent } from '../../../platform/mail/mail-text.ts';
import { arrangeAdmin, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { clientOf, createTestApp, type TestApp } from '../../../testing/test-app.ts';

type Sent = Parameters<MailSender>[0];

const address = 'https://bursar.test/auth/boxed-password-reset?token=x';
const contents: readonly [string, MailContent][] = [
  ['an invitation', { kind: 'invitation', address }],
  ['a reset', { kind: 'recovery', address }],
  ['a changed address', { kind: 'email-changed' }],
  ['a notification', { kind: 'notification', event: 'mention', subject: null, message: 'Look' }],
  ['a letter', { kind: 'written', subject: 'Your loan', body: 'Dear Amira\n\nPlease call us.' }],
  ['a test', { kind: 'test' }],
];

describe('a mail as it is sent', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  beforeAll(async () => {
    test = await createTestApp({ isMailDelivered: true });
    portfolio = await arrangePortfolio(test.owner);
    await arrangeAdmin(test.owner);
    await test.owner`
      insert into companies
        (id, legal_name, address, registration_number, version, changed_by, changed_at)
      select ${uuidv7()}, 'Crescent Lending', '1 Quay Road', '', 1, id, now()
      from accounts where role = 'admin' limit 1`;
  });

  const deliver = async (): Promise<readonly Sent[]> => {
    const sent: Sent[] = [];
    await deliverOutbox({
      database: test.database,
      clock: test.clock,
      log: { info: () => undefined, warn: () => undefined },
      send: async (mail) => {
        sent.push(mail);
      },
    });
    return sent;
  };

  it.each(contents)('has one design and a plain text part: %s', async (_name, content) => {
    for (const language of ['en', 'ae'] as const) {
      await test.database.begin((transaction) =>
        enqueueMail(transaction, {
          portfolioId: null,
          reader: { email: 'reader@lender.example', language },
          content,
          at: test.clock.now(),
        }),
      );
      const [mail] = await deliver();
      expect(mail?.text).not.toContain('<');
      expect(mail?.html).toContain('max-width: 560px');
      expect(mail?.html.match(/Crescent Lending/g)).toHaveLength(2);
      expect(mail?.html).toContain(`dir="${language === 'ae' ? 'rtl' : 'ltr'}"`);
    }
  });

  it('has a button in the language of the reader, and the same link in plain text', async () => {
    const { email } = portfolio.team.agent;
    await test.owner`update accounts set language = 'ae' where email = ${email}`;
    await clientOf(test.app, {}).post('/api/recovery/request', { email });
    await expect
      .poll(async () => (await test.owner`select from outbox where to_address = ${email}`).length)
      .toBe(1);
    const [mail] = await deliver();
    const [link] = /https:\/\/bursar\.test\/\S+token=[\w-]+/.exec(mail?.text ?? '') ?? [];
    expect(mail?.text).toContain(`تعيين كلمة المرور\n${link}`);
    expect(mail?.html).toMatch(/<a class="accent" [^>]*>تعيين كلمة المرور<\/a>/);
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
  });
});
