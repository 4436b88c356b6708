import { describe, expect, it } from 'vitest';
import { parseDatabaseAddress } from './database-address.ts';

const read = (text: string) => {
  const address = parseDatabaseAddress(text);
  return address && [address.places.map(({ host, port }) => `${host} ${port}`), address.url];
};

describe('the address of a database', () => {
  it.each([
    ['postgres://db/bursar', ['db 5432'], 'postgres://localhost/bursar'],
    ['postgresql://a:b@db:6432/x', ['db 6432'], 'postgres://a:b@localhost/x'],
    [
      'postgres://a:b@one:5433,two,[::1]:5434/x?sslmode=require',
      ['one 5433', 'two 5432', '::1 5434'],
      'postgres://a:b@localhost/x?sslmode=require',
    ],
    [
      'postgres://a@/x?host=/var/run/postgresql&port=5433',
      ['/var/run/postgresql 5433'],
      'postgres://a@localhost/x',
    ],
    ['postgres://a@%2Ftmp/x', ['/tmp 5432'], 'postgres://a@localhost/x'],
    [
      'postgres:///x?host=one,two&port=5433,5434',
      ['one 5433', 'two 5434'],
      'postgres://localhost/x',
    ],
    ['postgres:///x?host=one,two&port=5433', ['one 5433', 'two 5433'], 'postgres://localhost/x'],
    [
      'postgres://db/?dbname=x&user=a%40b&password=%2F',
      ['db 5432'],
      'postgres://a%40b:%2F@localhost/x',
    ],
    [
      'postgres://db/x?user=a&password=1+2&application_name=b+c',
      ['db 5432'],
      'postgres://a:1%2B2@localhost/x?application_name=b%2Bc',
    ],
    ['postgres://a:p@ss@db/x', ['db 5432'], 'postgres://a:p%40ss@localhost/x'],
    ['postgres://db/x?target_session_attrs=read-write', ['db 5432'], 'postgres://localhost/x'],
  ])('%s', (text, places, url) => {
    expect(read(text)).toEqual([places, url]);
  });

  it.each([
    'mysql://db/x',
    'db:5432/x',
    'postgres://db:port/x',
    'postgres://db:0/x',
    'postgres://db:70000/x',
    'postgres://one,two:x/y',
    'postgres:///x?host=one,two,three&port=1,2',
    'postgres://a:%ZZ@db/x',
    'postgres://::1/x',
  ])('%s is none', (text) => {
    expect(parseDatabaseAddress(text)).toBeNull();
  });
});
