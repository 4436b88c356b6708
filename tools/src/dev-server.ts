import { systemClock } from '@bursar/api/platform/clock';
import { startServer } from '@bursar/api/server';
import {
  asOwner,
  joinDatabase,
  migrateDatabase,
  openAsApplication,
  openSecretBox,
} from './running-database.ts';
import { Refusal, runCommand } from './refusal.ts';
import { requireSettings } from './require-settings.ts';

// Runs only the API, which the watcher restarts on every change; `dev.ts` runs the database.
await runCommand(async () => {
  const settings = requireSettings();
  const books = await joinDatabase(settings, console.log);
  const secrets = await asOwner(books, async (owner) => {
    await migrateDatabase(owner, console.log);
    return openSecretBox(owner, settings);
  });
  const {
    host,
    port,
    logLevel,
    tls,
    trustProxy,
    hstsSubdomains,
    publicUrl,
    securityContact,
    webhookAddresses,
    mail,
    documents,
  } = settings;
  const database = await openAsApplication(books);
  const app = {
    database,
    clock: systemClock,
    logLevel,
    tls,
    trustProxy,
    hstsSubdomains,
    publicUrl,
    securityContact,
    webhookAddresses,
    mail,
    secrets,
    documents,
    webFolder: null,
  };
  const started = await startServer({ ...app, host, port });
  if (!started.ok) throw new Refusal(`The API cannot open port ${port}: ${started.failure.code}.`);
  console.log(`The API is open at ${started.server.address}`);
});
