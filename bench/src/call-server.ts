import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

export type Server = { readonly address: string; readonly cookie: string };
type Call = { readonly method?: string; readonly path: string; readonly body?: Buffer | object };

/** Calls a running server as a signed-in user. Rejects if the answer is not 200. */
export function call(
  { address, cookie }: Server,
  { method = 'GET', path, body: content }: Call,
): Promise<string> {
  const isFile = Buffer.isBuffer(content);
  const body = content && !isFile ? Buffer.from(JSON.stringify(content)) : content;
  const xsrf = /XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '';
  const headers = {
    cookie,
    ...(method !== 'GET' && { 'x-xsrf-token': decodeURIComponent(xsrf) }),
    ...(body && {
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
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
