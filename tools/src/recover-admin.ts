import { parseArgs } from 'node:util';
import { listAdminEmails, recoverAdmin } from '@bursar/api/features/access/accounts/recover-admin';
import { systemClock } from '@bursar/api/platform/clock';
import type { Database } from '@bursar/api/platform/database';
import type { Settings } from '@bursar/api/platform/settings';
import { asOwner, joinExistingDatabase, migrateDatabase } from './running-database.ts';
import { Refusal, runCommand } from './refusal.ts';
import { requireSettings } from './require-settings.ts';

const say = (sentence: string): void => console.log(sentence);

const help = `Usage: npm run recover-admin -- --email ADDRESS

Prints a link with which the administrator who signs in with ADDRESS sets a new password. The link
works once, within an hour. Their sessions end, their second factor stays on, and the audit trail
records the recovery. The server may be running or stopped. Exit codes:
  0  the link is printed
  1  the command was refused
  2  the arguments are invalid`;

/** Recovers an administrator from a shell on the server. */
export const main = (args: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const options = readOptions(args);
    if (typeof options === 'string') {
      console.error(`${options}\n\n${help}`);
      process.exitCode = 2;
      return;
    }
    if (options === null) return say(help);
    const settings = requireSettings();
    const books = await joinExistingDatabase(settings, say);
    try {
      await asOwner(books, async (owner) => {
        await migrateDatabase(owner, say);
        say(describeLink(await recover(owner, options.email, settings)));
      });
    } finally {
      await books.close();
    }
  });

async function recover(owner: Database, email: string, settings: Settings): Promise<string> {
  const publicUrl = settings.publicUrl ?? localAddress(settings);
  const link = await recoverAdmin(owner, { email, publicUrl, now: systemClock.now() });
  if (link !== null) return link;
  const known = await listAdminEmails(owner);
  throw new Refusal(
    known.length === 0
      ? 'There is no active administrator.'
      : `No active administrator signs in with ${email}. The active administrators are ${known.join(', ')}.`,
  );
}

const describeLink = (link: string): string =>
  `Open this link within an hour to set a new password. It works once, for anyone who has it.

  ${link}
`;

/** Returns the address at which this machine reaches a server with these settings. */
function localAddress({ host, port, tls }: Settings): string {
  const isEveryNetwork = host === '0.0.0.0' || host === '::';
  const name = isEveryNetwork ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}

/** Returns the options, null if the user asks for help, or a message if the options are invalid. */
function readOptions(args: readonly string[]): { readonly email: string } | string | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { email: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help) return null;
    if (values.email === undefined) return 'Enter the administrator’s address with --email.';
    return { email: values.email };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
