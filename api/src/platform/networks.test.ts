import { describe, expect, it } from 'vitest';
import { isInNetworks, readNetwork } from './networks.ts';

describe('networks', () => {
  it.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['11.1.2.3', ['10.0.0.0/8', '11.1.2.3/32'], true],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['2001:db8:1::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['2001:db8::5', ['10.0.0.0/8'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['10.1.2.3', ['::/0'], false],
    ['unknown', ['0.0.0.0/0'], false],
    ['unknown', [], true],
  ])('%s in %j: %s', (address, networks, isIn) => {
    expect(isInNetworks(address, networks)).toBe(isIn);
  });

  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['203.0.113.7', '203.0.113.7/32'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('reads %s as %s', (text, network) => {
    expect(readNetwork(text)).toEqual({ ok: true, network });
  });

  it.each([
    ['10.0.0.0/33', null],
    ['10.0.0/8', null],
    ['10/8', null],
    ['0x0a.0.0.0/8', null],
    ['10.0.0.0/', null],
    ['10.0.0.0/8/8', null],
    ['2001:db8::/129', null],
    ['fe80::1%eth0', null],
    ['office', null],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['2001:db8::1/32', '2001:db8::/32'],
  ])('does not guess what %s means', (text, suggestion) => {
    expect(readNetwork(text)).toEqual({ ok: false, suggestion });
  });
});
