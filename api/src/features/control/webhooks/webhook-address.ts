import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../../../platform/settings.ts';

export type AddressRule = Settings['webhookAddresses'];

/**
 * Parses a webhook address without looking its host up; returns null if its form is not allowed.
 */
export function parseWebhookUrl(text: string, rule: AddressRule): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isAllowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && rule === 'any' && isThisMachine(url));
  if (!isAllowed || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url;
}

/** Returns whether a host that is an IP address or `localhost` is refused without a look-up. */
export function isForbiddenHost(url: URL, rule: AddressRule): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return !isReachable(host, rule);
  return rule === 'public' && (host === 'localhost' || host.endsWith('.localhost'));
}

export type CheckedAddress = { readonly address: string; readonly family: 4 | 6 };

/**
 * Resolves the host and returns the address to connect to. Returns null if any of the host's
 * addresses is refused: a name with a public and a private address is an attempt to reach the
 * private one.
 */
export async function resolveWebhookHost(
  url: URL,
  rule: AddressRule,
): Promise<CheckedAddress | null> {
  const found = await lookup(hostOf(url), { all: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => isReachable(address, rule))) return null;
  if (url.protocol === 'http:' && !found.every(({ address }) => rangeOf(address) === 'loopback')) {
    return null;
  }
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isThisMachine = (url: URL): boolean => {
  const host = hostOf(url);
  return host === 'localhost' || (isIP(host) !== 0 && rangeOf(host) === 'loopback');
};

/**
 * Cloud providers serve credentials to their machines at these addresses. Azure's is in a public
 * range, which the other checks would allow.
 */
const metadataAddresses: readonly string[] = ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254'];

const ofOwnNetwork: readonly string[] = ['private', 'uniqueLocal', 'loopback'];

function isReachable(address: string, rule: AddressRule): boolean {
  if (metadataAddresses.includes(plain(address))) return false;
  const range = rangeOf(address);
  return range === 'unicast' || (rule === 'any' && ofOwnNetwork.includes(range));
}

/**
 * Returns the range of an address. An IPv4 address inside an IPv6 address counts as the IPv4
 * address.
 */
const rangeOf = (address: string): string => ipaddr.process(withoutZone(address)).range();

const plain = (address: string): string => ipaddr.process(withoutZone(address)).toString();

const withoutZone = (address: string): string => address.replace(/%.*$/, '');
