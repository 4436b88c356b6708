import { deflateSync, inflateSync } from 'node:zlib';
import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverOutbox, type MailSender } from '../../../platform/mail/deliver-outbox.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { isDrawablePng } from './check-png.ts';

type Png = {
  readonly width?: number;
  readonly height?: number;
  readonly interlace?: number;
  readonly rows?: Buffer;
};

/** A PNG with transparency; its checksums are left empty, because readers of logos ignore them. */
function pngOf({ width = 4, height = 2, interlace = 0, rows }: Png = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, interlace], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows ?? Buffer.alloc((width * 4 + 1) * height, 0))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('the logo of the company', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let admin: TestClient;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    await arrangeAdmin(test.owner);
    admin = await test.signIn('admin@bursar.example');
    manager = await test.signIn(portfolio.manager.email);
  });
  beforeEach(async () => {
    await admin.post('/api/company/logo/remove');
  });

  const readLogo = async () => {
    const answer = await test.app.server.inject('/api/company/logo?shown=1');
    return { type: answer.headers['content-type'], content: answer.rawPayload };
  };

  it('is saved by an administrator, read before sign-in, and removed', async () => {
    const logo = pngOf();
    expect((await admin.upload('/api/company/logo', logo)).body).toEqual({ hasLogo: true });
    expect(await readLogo()).toEqual({ type: 'image/png', content: logo });
    expect((await manager.upload('/api/company/logo', logo)).body.error).toBe('permission_missing');
    expect((await manager.post('/api/company/logo/remove')).body.error).toBe('permission_missing');
    expect((await admin.post('/api/company/logo/remove')).body).toEqual({ hasLogo: false });
    const { content } = await readLogo();
    expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([1, 1]);
    // One row: its filter, then red, green, blue and opacity.
    const row = inflateSync(content.subarray(41, 41 + content.readUInt32BE(33)));
    expect([...row]).toEqual([0, 0, 0, 0, 0]);
    const audits = await test.owner<{ event: string }[]>`
      select event from audit_events where event like '%-logo' order by at, id`;
    expect(audits.map(({ event }) => event)).toEqual(['change-logo', 'remove-logo']);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a JPEG', Buffer.from('ffd8ffe000104a46494600ffd9', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['a wide PNG', pngOf({ width: 481 })],
    ['a tall PNG', pngOf({ height: 161 })],
    ['an interlaced PNG', pngOf({ interlace: 1 })],
    ['a PNG with missing rows', pngOf({ rows: Buffer.alloc(17) })],
    ['a PNG that unpacks to more than its size', pngOf({ rows: Buffer.alloc(10_000_000) })],
    ['a PNG that is cut off', pngOf().subarray(0, -6)],
  ])('cannot be %s', async (_name, file) => {
    expect((await admin.upload('/api/company/logo', file)).body.error).toBe('logo_not_png');
    expect(isDrawablePng(file)).toBe(false);
  });

  it('may have at most 128 KB', async () => {
    const answer = await admin.upload('/api/company/logo', Buffer.alloc(128 * 1024 + 1));
    expect(answer.body.error).toBe('body_too_large');
  });

  it('is drawn on papers in both languages', async () => {
    const loan = await arrangeLoan(test.owner, portfolio);
    const paper = async (language: string) => {
      const { status, body } = await manager.get(
        `/api/loans/${loan.id}/statement.pdf?language=${language}`,
      );
      expect(status).toBe(200);
      return Buffer.isBuffer(body) ? body.toString('latin1') : String(body);
    };
    expect(await paper('en')).not.toContain('/Subtype /Image');
    await admin.upload('/api/company/logo', pngOf());
    expect(await paper('en')).toContain('/Subtype /Image');
    expect(await paper('ae')).toContain('/Subtype /Image');
  });

  it('is shown in mails, which carry it', async () => {
    await admin.upload('/api/company/logo', pngOf());
    await test.database.begin((transaction) =>
      enqueueMail(transaction, {
        portfolioId: null,
        id: uuidv7(),
        reader: { email: 'reader@lender.example', language: 'en' },
        content: { kind: 'test' },
        at: test.clock.now(),
      }),
    );
    const sent: Parameters<MailSender>[0][] = [];
    await deliverOutbox({
      database: test.database,
      clock: test.clock,
      log: { info: () => undefined, warn: () => undefined },
      send: async (mail) => {
        sent.push(mail);
      },
    });
    expect(sent[0]?.html).toContain('<img src="cid:company-logo"');
    expect(sent[0]?.attachments).toMatchObject([
      { cid: 'company-logo', contentType: 'image/png', content: pngOf() },
    ]);
  });
});
