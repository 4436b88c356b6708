import * as oidc from 'openid-client';
import type { FailureOf } from '@bursar/contracts/endpoint';
import type { CompleteSingleSignOn } from '@bursar/contracts/access/single-sign-on';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { StartedSignIn } from './single-sign-on.store.ts';

/** Bursar's client registration at the provider. */
export type Client = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

type Discovered = Outcome<
  oidc.Configuration,
  'single_sign_on_unreachable' | 'single_sign_on_issuer_wrong'
>;

/**
 * Reads the provider's description again on every call, so that changed keys take effect at once.
 */
export async function discoverProvider(client: Client): Promise<Discovered> {
  const server = new URL(client.issuer);
  try {
    const provider = await oidc.discovery(
      server,
      client.clientId,
      undefined,
      authenticateBy(client.clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        // `isProviderAddress` admits plain HTTP to this machine only.
        execute: server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      },
    );
    // Checks the token's signature too, instead of relying on the connection alone.
    oidc.enableNonRepudiationChecks(provider);
    return succeed(provider);
  } catch (error) {
    const isOther = codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
    return refuse(isOther ? 'single_sign_on_issuer_wrong' : 'single_sign_on_unreachable');
  }
}

const TIMEOUT_SECONDS = 10;

/**
 * Sends the client secret in the body if the provider lists that method, and otherwise by HTTP
 * Basic, which is the standard's default.
 */
function authenticateBy(secret: string): oidc.ClientAuth {
  return (server, ...call) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    const isPosted = methods.includes('client_secret_post');
    const send = isPosted ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
    send(server, ...call);
  };
}

/**
 * Returns whether the address has no user name, query or fragment and uses HTTPS, or plain HTTP on
 * this machine for a provider that runs next to Bursar.
 */
export function isProviderAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  if (username !== '' || search !== '' || hash !== '') return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/**
 * Returns the values that the provider's answer must match, and the address at which the browser
 * starts the sign-in.
 */
export async function startAt(
  provider: oidc.Configuration,
  redirectAddress: string,
): Promise<Omit<StartedSignIn, 'issuer'> & { readonly address: string }> {
  const [state, nonce, verifier] = [
    oidc.randomState(),
    oidc.randomNonce(),
    oidc.randomPKCECodeVerifier(),
  ];
  const address = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectAddress,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { state, nonce, verifier, address: address.href };
}

/**
 * The person who signed in at the provider. The email address comes from the verified token, or
 * from the user information if the token has none.
 */
export type Person = {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider has verified it. */
  readonly verifiedEmail: string | null;
  readonly idToken: string;
};

type Asked = {
  /** The address that the provider sent the browser back to, with its answer. */
  readonly answer: URL;
  readonly started: StartedSignIn;
};

/** Exchanges the provider's code for a token and verifies it. */
export async function readPerson(
  provider: oidc.Configuration,
  { answer, started }: Asked,
): Promise<Outcome<Person, FailureOf<CompleteSingleSignOn>>> {
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, answer, {
      expectedState: started.state,
      expectedNonce: started.nonce,
      pkceCodeVerifier: started.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) return refuse('single_sign_on_answer_invalid');
    const { email, email_verified: isVerified } =
      claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
        ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : claims;
    return succeed({
      issuer: claims.iss,
      subject: claims.sub,
      verifiedEmail: isVerified === true && typeof email === 'string' ? email : null,
      idToken: tokens.id_token,
    });
  } catch (error) {
    return failureOf(error);
  }
}

/** Returns the address that ends the provider's session; null if the provider offers none. */
export function endAddressOf(
  provider: oidc.Configuration,
  { idToken, returnAddress }: { readonly idToken: string; readonly returnAddress: string },
): string | null {
  if (provider.serverMetadata().end_session_endpoint === undefined) return null;
  return oidc.buildEndSessionUrl(provider, {
    id_token_hint: idToken,
    post_logout_redirect_uri: returnAddress,
  }).href;
}

/**
 * Returns the failure for an error; if the cause is unknown, that the answer could not be verified.
 */
function failureOf(error: unknown): Outcome<never, FailureOf<CompleteSingleSignOn>> {
  if (error instanceof oidc.AuthorizationResponseError) {
    return refuse('single_sign_on_declined', { details: { reason: nameIn(error.error) } });
  }
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === 'invalid_grant') return refuse('single_sign_on_code_used');
    const isRefused = error.error === 'invalid_client' || error.error === 'unauthorized_client';
    return refuse(isRefused ? 'single_sign_on_client_refused' : 'single_sign_on_answer_invalid');
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) {
    return refuse('single_sign_on_client_refused');
  }
  const code = codeOf(error);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return refuse('single_sign_on_token_expired');
  if (code === 'OAUTH_TIMEOUT' || !code.startsWith('OAUTH_')) {
    return refuse('single_sign_on_unreachable');
  }
  switch (claimOf(error)) {
    case 'iss':
      return refuse('single_sign_on_issuer_wrong');
    case 'aud':
    case 'azp':
      return refuse('single_sign_on_audience_wrong');
    case 'nonce':
      return refuse('single_sign_on_nonce_wrong');
    default:
      return refuse('single_sign_on_answer_invalid');
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Returns the claim that did not match; the library puts its name into the innermost error. */
function claimOf(error: unknown): string {
  let found: unknown = error;
  while (typeof found === 'object' && found !== null) {
    if ('claim' in found) return String(found.claim);
    found = 'cause' in found ? found.cause : null;
  }
  return '';
}

/**
 * Returns the text if it is an error name. A provider may send any text, which must not appear in a
 * message.
 */
const nameIn = (text: string): string => (/^[a-z_]{1,60}$/.test(text) ? text : 'unknown_error');
