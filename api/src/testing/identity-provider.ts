import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export type Claims = Record<string, unknown>;

export type IdentityProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * The email claims of people, by login name. The provider accepts any login name and uses it as
   * the `sub` claim.
   */
  readonly people: Map<string, { email?: string; email_verified?: boolean }>;
  /**
   * Changes the claims of the next tokens before they are signed again; null leaves the claims
   * unchanged.
   */
  changeClaims: ((claims: Claims) => Claims) | null;
  /** Whether the next tokens get an invalid signature. */
  breaksSignature: boolean;
  readonly stop: () => Promise<void>;
};

/** Starts a real OpenID Connect provider on this machine, with its own sign-in form. */
export async function startIdentityProvider(bursar: string): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address and a port.
  const { port } = server.address() as AddressInfo;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const page = `${bursar}/auth/boxed-signin`;
  const running: IdentityProvider = {
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'bursar',
    clientSecret: randomUUID(),
    people: new Map(),
    changeClaims: null,
    breaksSignature: false,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new Provider(running.issuer, {
    clients: [
      {
        client_id: running.clientId,
        client_secret: running.clientSecret,
        redirect_uris: [page],
        post_logout_redirect_uris: [page],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: [randomUUID()] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...running.people.get(id) }),
    }),
  });
  provider.use(async (context, next) => {
    await next();
    const token = context.path === '/token' ? context.body?.id_token : undefined;
    if (typeof token === 'string') context.body.id_token = signAgain(token);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return running;

  function signAgain(token: string): string {
    const [header = '', payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = running.changeClaims?.(claims) ?? claims;
    const signed = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
    const signature = createSign('RSA-SHA256').update(signed).sign(privateKey);
    if (running.breaksSignature) signature.reverse();
    return `${signed}.${signature.toString('base64url')}`;
  }
}

/**
 * Signs a person in at the provider's pages, as a browser does; returns the address to which the
 * provider sends the browser back.
 */
export async function signInAtProvider(address: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const home = new URL(address).origin;
  let next = new URL(address);
  let form: URLSearchParams | null = null;
  for (let steps = 0; steps < 20 && next.origin === home; steps += 1) {
    const answer: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    form = null;
    if (location !== null) {
      next = new URL(location, next);
    } else {
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(await answer.text()) ?? [];
      form = new URLSearchParams({ prompt, login, password: 'any' });
    }
  }
  return next;
}
