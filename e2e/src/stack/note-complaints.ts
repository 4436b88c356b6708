import type { BrowserContext } from '@playwright/test';

/**
 * Chromium's warning that the answer about the session was used only seconds after the page had
 * loaded. On a slow machine the page's script starts that late.
 */
const LATE_SESSION = /\/api\/session was preloaded using link preload but not used within/;

/**
 * Records what must never happen on a page: errors, warnings, calls to another host, missing
 * translations, and calls with a field that no contract declares.
 */
export function noteComplaints(context: BrowserContext, address: string): readonly string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (LATE_SESSION.test(message.text())) return;
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => {
    complaints.push(`uncaught: ${webError.error().stack ?? webError.error().message}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === address || url.protocol === 'data:' || url.protocol === 'blob:';
    if (!isOwn) complaints.push(`another host: ${request.url()}`);
    if (url.pathname.startsWith('/locales/add/')) {
      complaints.push(`missing words: ${url.pathname} ${request.postData() ?? ''}`);
    }
  });
  context.on('response', (response) => {
    if (response.status() !== 400) return;
    const note = (answer: string) => {
      if (answer.includes('"unknown_fields"')) complaints.push(`${response.url()}: ${answer}`);
    };
    // A page that closes discards the answer.
    response.text().then(note, () => undefined);
  });
  return complaints;
}
