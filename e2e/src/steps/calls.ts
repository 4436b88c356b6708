import type { Visitor } from '../stack/journey.ts';

/** Makes a call with the visitor's session and returns its status. */
export async function callAs({ context }: Visitor, call: string, body = {}): Promise<number> {
  const [method = '', path = ''] = call.split(' ');
  const cookies = await context.cookies();
  const xsrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) };
  const sent = method === 'POST' ? { data: body } : {};
  const answer = await context.request.fetch(path, { method, headers, ...sent });
  return answer.status();
}
