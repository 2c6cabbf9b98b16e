import { describe, expect, it } from 'vitest';
import { endUserOf } from './end-user';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
const at = (headers: Record<string, string>) => endUserOf(new Headers(headers));

describe('the end user of a request', () => {
  it.each<[Record<string, string>, { ip: string; country: string | null }]>([
    [
      { ...browser, 'x-real-ip': '203.0.113.7' },
      { ip: '203.0.113.7', country: null },
    ],
    [
      { 'user-agent': 'a Chrome', 'x-real-ip': '2001:db8::7' },
      { ip: '2001:db8::7', country: null },
    ],
    [
      { 'user-agent': 'Safari', 'x-forwarded-for': ' 203.0.113.7 , 10.0.0.1' },
      { ip: '203.0.113.7', country: null },
    ],
    [
      { ...browser, 'x-vercel-forwarded-for': '203.0.113.7', 'x-vercel-ip-country': 'CH' },
      { ip: '203.0.113.7', country: 'CH' },
    ],
    [
      { ...browser, 'cf-connecting-ip': '203.0.113.1', 'cf-ipcountry': 'NZ', 'x-vercel-ip-country': 'CH' },
      { ip: '203.0.113.1', country: 'NZ' },
    ],
    [
      { ...browser, 'x-forwarded-for': '203.0.113.4', 'x-real-ip': '203.0.113.3', 'x-vercel-forwarded-for': '203.0.113.2' },
      { ip: '203.0.113.2', country: null },
    ],
  ])('of %j is %j', (headers, expected) => {
    expect(at(headers)).toEqual(expected);
  });

  it.each<[Record<string, string>]>([
    [{}],
    [browser],
    [{ 'x-real-ip': '203.0.113.7', 'cf-ipcountry': 'CH' }],
    [{ 'user-agent': 'node', 'x-real-ip': '203.0.113.7' }],
    [{ 'user-agent': 'mozilla', 'x-real-ip': '203.0.113.7' }],
    [{ ...browser, 'cf-ipcountry': 'CH' }],
    [{ ...browser, 'x-real-ip': 'unknown' }],
    [{ ...browser, 'x-real-ip': '203.0.113.7, 10.0.0.1' }],
    [{ ...browser, 'cf-connecting-ip': 'unknown', 'x-real-ip': '203.0.113.7' }],
    [{ ...browser, 'x-forwarded-for': 'unknown, 203.0.113.7' }],
  ])('of %j is unknown', (headers) => {
    expect(at(headers)).toBeNull();
  });
});
