import type { PageToRender, RenderPage } from '@bursar/contracts/rendered-pages';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerTasks } from '../ask-thread.ts';

export type RenderTask = {
  /** The page to render. Null only loads the build, so that the first page does not wait for it. */
  readonly page: PageToRender | null;
  /** The folder of the built web app. */
  readonly webFolder: string;
  /** The server build of the web app. */
  readonly module: string;
};

answerTasks(async ({ page, webFolder, module }: RenderTask) => {
  // The server build exports this function.
  const { renderPage } = (await import(pathToFileURL(module).href)) as { renderPage: RenderPage };
  if (page === null) return '';
  return renderPage(page, (address) => readFile(join(webFolder, address), 'utf8'));
});
