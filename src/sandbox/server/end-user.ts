/** Where a caller is, as the proxies in front of the service tell it (wire corrections, metrics). */
import { isIP } from 'node:net';

export interface EndUser {
  readonly ip: string;
  /** Two letters; null when no proxy names the country. */
  readonly country: string | null;
}

/** The headers that may name the caller's address. The first that is present counts, even when it holds no address. */
const addressHeaders = ['cf-connecting-ip', 'x-vercel-forwarded-for', 'x-real-ip', 'x-forwarded-for'];

/** Returns the end user behind a request; null for callers that are no browser or whose address is unknown. */
export function endUserOf(headers: Headers): EndUser | null {
  if (!/Mozilla|Chrome|Safari/.test(headers.get('user-agent') ?? '')) return null;
  const name = addressHeaders.find((header) => headers.get(header));
  const value = name === undefined ? '' : (headers.get(name) ?? '');
  const ip = name === 'x-forwarded-for' ? (value.split(',')[0] ?? '').trim() : value;
  if (isIP(ip) === 0) return null;
  return { ip, country: headers.get('cf-ipcountry') || headers.get('x-vercel-ip-country') || null };
}
