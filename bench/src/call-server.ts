import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

type Server = { readonly address: string; readonly cookie: string };
type Call = { readonly method?: string; readonly path: string; readonly body?: Buffer };

/** Calls a running server as a signed-in user. Rejects if the answer is not 200. */
export function call(
  { address, cookie }: Server,
  { method = 'GET', path, body }: Call,
): Promise<string> {
  const xsrf = /XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '';
  const headers = {
    cookie,
    ...(method !== 'GET' && { 'x-xsrf-token': decodeURIComponent(xsrf) }),
    ...(body && {
      'content-type': 'application/octet-stream',
      'content-length': body.length,
    }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${path}: ${response.statusCode} ${text}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Closes the connections, so that the thread can end. */
export const closeConnections = (): void => agent.destroy();
