import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { addInitialData } from './add-initial-data.ts';
import { homeFolder } from './home-folder.ts';
import { asOwner, migrateDatabase, startDatabase } from './running-database.ts';
import { runCommand } from './refusal.ts';
import { requireSettings } from './require-settings.ts';
import { untilAskedToStop } from './until-asked-to-stop.ts';

const say = (sentence: string): void => console.log(sentence);

/** Runs Vite and the API, which both reload on a change, with the database of `npm start`. */
export const main = (): Promise<void> =>
  runCommand(async () => {
    const settings = requireSettings();
    const books = await startDatabase(settings, say);
    try {
      await asOwner(books, async (owner) => {
        await migrateDatabase(owner, say);
        await addInitialData(owner, settings, say);
      });
      const api = startApi();
      const web = startVite(`http://${settings.host}:${settings.port}`);
      await Promise.race([untilAskedToStop(), ended(api), ended(web), books.lost]);
      await Promise.all([stop(api), stop(web)]);
    } finally {
      await books.close();
    }
  });

function startApi(): ChildProcess {
  const tsx = join(homeFolder, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const entry = join(homeFolder, 'tools', 'src', 'dev-server.ts');
  const flags = ['watch', '--clear-screen=false', '--conditions=source', entry];
  return spawn(process.execPath, [tsx, ...flags], { cwd: homeFolder, stdio: 'inherit' });
}

function startVite(api: string): ChildProcess {
  const vite = join(homeFolder, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, BURSAR_API: api };
  const cwd = join(homeFolder, 'web');
  return spawn(process.execPath, [vite, '--clearScreen', 'false'], { cwd, env, stdio: 'inherit' });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
