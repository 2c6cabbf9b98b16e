/** Validation of settings that are texts. */
import { parseUrl } from './parse-url';

/** Whether a text is the URL of a proxy server: `http:` or `https:`, without a user name, a password, and a path. Empty is none. */
export function isProxyUrl(text: string): boolean {
  if (text === '') return true;
  const url = parseUrl(text);
  if (url === null || !/^https?:\/\//i.test(text)) return false;
  return url.username === '' && url.password === '' && url.pathname === '/' && url.search === '' && url.hash === '';
}

/** Whether a text is a list of hosts, separated by commas: no schemes, no paths, and no spaces within a host. */
export function isHostList(text: string): boolean {
  return text.split(',').every((part) => /^[^\s/@?#]*(\/\d{1,3})?$/.test(part.trim()));
}

/** Whether a text is the absolute path of a file, on any system. */
export function isAbsolutePath(text: string): boolean {
  return /^(\/|[a-z]:[\\/]|\\\\)./i.test(text) && !text.includes('\0');
}
