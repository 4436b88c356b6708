import ipaddr from 'ipaddr.js';

/** Returns whether the address is in one of the networks; an empty list admits every address. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const plain = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return false;
  // An IPv4 address inside an IPv6 one counts as the IPv4 address.
  const known = ipaddr.process(plain);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === known.kind() && known.match(base, bits);
  });
}

/** A network in its stored form, or the correction of a text that is no network. */
export type ReadNetwork =
  | { readonly ok: true; readonly network: string }
  | { readonly ok: false; readonly suggestion: string | null };

/**
 * Reads a network such as 10.0.0.0/8, or a single address. If the address is not the network's own,
 * a correction is only suggested, because either the address or the length may be the mistake.
 */
export function readNetwork(text: string): ReadNetwork {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return { ok: true, network: `${text}/32` };
  if (ipaddr.IPv6.isValid(text) && !text.includes('%')) {
    return { ok: true, network: `${ipaddr.parse(text).toString()}/128` };
  }
  const [base = ''] = text.split('/');
  const isNetwork =
    ipaddr.isValidCIDR(text) && (base.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(base));
  if (!isNetwork || base.includes('%')) return { ok: false, suggestion: null };
  const [address, bits] = ipaddr.parseCIDR(text);
  const version = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = `${version.networkAddressFromCIDR(text).toString()}/${bits}`;
  return network === `${address.toString()}/${bits}`
    ? { ok: true, network }
    : { ok: false, suggestion: network };
}
