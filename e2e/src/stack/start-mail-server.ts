import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  readonly url: string;
  /** The emails received for an address, oldest first. */
  readonly mailsTo: (address: string) => readonly Email[];
  readonly stop: () => Promise<void>;
};

/** Starts a mail server on a free port that stores the emails that it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, answer) {
      buffer(stream)
        .then((content) => PostalMime.parse(content))
        .then(
          (mail) => {
            received.push(mail);
            answer();
          },
          (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const bound = listening.address();
  if (bound === null || typeof bound === 'string') throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${bound.port}`,
    mailsTo: (address) =>
      received.filter(({ to = [] }) => to.some((recipient) => recipient.address === address)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
