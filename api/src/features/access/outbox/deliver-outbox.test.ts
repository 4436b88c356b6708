import { once } from 'node:events';
import { createServer } from 'node:net';
import { uuidv7 } from 'uuidv7';
import { expect, it, onTestFinished } from 'vitest';
import {
  deliverOutbox,
  smtpSender,
  startOutboxDelivery,
  type MailSender,
} from '../../../platform/mail/deliver-outbox.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { setWaiting } from '../../../platform/mail/retry-mail.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { findMailState } from './outbox.store.ts';

const noon = Date.UTC(2026, 5, 15, 12);
const HOUR_MS = 3_600_000;

/** Opens a database in which mails to the given names wait, in this order. */
async function openOutbox(names: readonly string[]) {
  const { database, owner } = await createTestDatabase();
  await database.begin(async (transaction) => {
    for (const [index, name] of names.entries()) {
      await enqueueMail(transaction, {
        portfolioId: null,
        reader: { email: `${name}@bursar.example`, language: 'en' },
        content: { kind: 'written', subject: 'Loan', body: 'Please call us.' },
        at: new Date(noon - HOUR_MS + index),
      });
    }
  });
  let now = noon;
  const sent: string[] = [];
  const process = (send: (name: string) => Promise<unknown> = async () => undefined) => {
    const sender: MailSender = async ({ to }) => {
      const name = to.split('@', 1)[0] ?? '';
      sent.push(name);
      await send(name);
    };
    const log = { info: () => undefined, warn: () => undefined };
    return { database, clock: { now: () => new Date(now) }, send: sender, log };
  };
  return {
    database,
    owner,
    sent,
    process,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('a process that ends in the middle of its mails has none of the sent ones sent again', async () => {
  const { owner, sent, process, pass } = await openOutbox(['first', 'second', 'third', 'fourth']);
  const ended = process(async (name) => {
    if (name !== 'third') return;
    await owner`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and usename = 'bursar_app'`;
    throw new Error('the process ends');
  });
  await deliverOutbox(ended).catch(() => undefined);
  pass(HOUR_MS);
  await deliverOutbox(process());
  expect(sent.filter((name) => name !== 'third')).toEqual(['first', 'second', 'fourth']);
  const waiting = await owner`select from outbox where sent_at is null`;
  expect(waiting).toHaveLength(0);
});

it('a mail whose attempt was interrupted is sent by another process once the attempt is over', async () => {
  const { database, sent, process, pass } = await openOutbox(['first', 'second']);
  const hanging = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const held = deliverOutbox(
    process(() => {
      begun.resolve();
      return hanging.promise;
    }),
  );
  await begun.promise;
  const [first] = await database<{ id: string }[]>`
    select id from outbox where to_address = 'first@bursar.example'`;
  const retried = await database.begin((transaction) =>
    setWaiting(transaction, { mailId: first?.id ?? '', at: new Date(noon).toISOString() }),
  );
  expect(retried).toBe(false);
  await deliverOutbox(process());
  expect(sent).toEqual(['first', 'second']);
  pass(HOUR_MS);
  await deliverOutbox(process());
  expect(sent).toEqual(['first', 'second', 'first']);
  // The end of the first attempt does not change what the second one recorded.
  hanging.reject(new Error('too late'));
  await held;
  const [row] = await database`select attempts, last_failure, sent_at from outbox
    where to_address = 'first@bursar.example'`;
  expect(row).toMatchObject({ attempts: 2, lastFailure: null, sentAt: expect.any(String) });
});

it('a mail whose last attempt was interrupted is shown as failed and can be retried', async () => {
  const { database, owner, sent, process } = await openOutbox(['first']);
  await owner`update outbox set attempts = 8`;
  expect(await findMailState(database)).toMatchObject({ waiting: 1, failed: 0 });
  await deliverOutbox(process());
  expect(await findMailState(database)).toMatchObject({ waiting: 0, failed: 1 });
  const [row] = await database<{ id: string }[]>`select id from outbox`;
  const at = new Date(noon).toISOString();
  await database.begin((transaction) => setWaiting(transaction, { mailId: row?.id ?? '', at }));
  await deliverOutbox(process());
  expect(sent).toEqual(['first']);
});

it('a process that is asked to stop finishes the mail that it sends and begins no other', async () => {
  const { sent, process } = await openOutbox(['first', 'second']);
  const answer = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const delivery = startOutboxDelivery(
    process(() => {
      begun.resolve();
      return answer.promise;
    }),
  );
  await begun.promise;
  const stopped = delivery.stop();
  answer.resolve(undefined);
  await stopped;
  expect(sent).toEqual(['first']);
});

it('a mail server that accepts connections and is silent fails the attempt', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const send = smtpSender(
    { smtpUrl: `smtp://127.0.0.1:${address.port}`, from: 'bursar@bursar.example' },
    { connectionTimeout: 5_000, greetingTimeout: 50, socketTimeout: 5_000 },
  );
  const mail = {
    id: uuidv7(),
    to: 'first@bursar.example',
    subject: 'Loan',
    text: 'Hello',
    html: 'Hello',
  };
  await expect(send(mail)).rejects.toThrow('Greeting never received');
});

it('a mail whose answer was lost is sent again with the same message id', async () => {
  const received: string[] = [];
  const server = createServer((socket) => {
    let isInMessage = false;
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      text += part.toString();
      if (isInMessage ? !text.endsWith('\r\n.\r\n') : !text.endsWith('\r\n')) return;
      if (isInMessage) {
        received.push(/^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? '');
        if (received.length === 1) socket.destroy();
        else socket.write('250 OK\r\n');
      } else socket.write(/^DATA/i.test(text) ? '354 Send\r\n' : '250 OK\r\n');
      isInMessage = !isInMessage && /^DATA/i.test(text);
      text = '';
    });
    socket.write('220 Ready\r\n');
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { database, process, pass } = await openOutbox(['first']);
  const smtpUrl = `smtp://127.0.0.1:${address.port}`;
  const delivery = () => ({
    ...process(),
    send: smtpSender({ smtpUrl, from: 'bursar@bursar.example' }),
  });
  await deliverOutbox(delivery());
  pass(HOUR_MS);
  await deliverOutbox(delivery());
  const [mail] = await database<{ id: string; sentAt: string | null }[]>`
    select id, sent_at from outbox`;
  expect(mail?.sentAt).not.toBeNull();
  const messageId = `<${mail?.id}@bursar.example>`;
  expect(received).toEqual([messageId, messageId]);
});
