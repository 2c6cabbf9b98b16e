/** Lists of hosts that are reached without the proxy. */

import { BlockList, isIP } from 'node:net';
import { fail } from '#contract/errors.ts';
import type { BypassRule } from '../../ports/network-plan';

const rule: BypassRule = { kind: 'host', host: '', below: false, bits: 0, port: null };

/**
 * Reads a list of hosts separated by commas, semicolons, spaces, or line breaks: `host`, `.example.com` or `*.example.com` (also subdomains),
 * `10.0.0.0/8`, `<local>` (names without a dot), `*`; a host may have a port. Throws `proxy-bypass-invalid` with the first entry that is none.
 */
export function parseBypass(text: string): BypassRule[] {
  return entriesOf(text).map((entry) => {
    const found = readEntry(entry);
    if (found === null) throw fail('proxy-bypass-invalid', { details: { entry: entry.slice(0, 100) } });
    return found;
  });
}

/** Reads `NO_PROXY`: every name includes its subdomains, and what can't be read is left out, as other programs do. */
export function readEnvironmentRules(text: string): BypassRule[] {
  const rules = entriesOf(text).map(readEntry);
  return rules.filter((found) => found !== null).map((found) => ({ ...found, below: true }));
}

/** Whether one of the rules applies to a URL. */
export function findsRule(rules: readonly BypassRule[], url: URL): boolean {
  const host = bareHost(url);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return rules.some((each) => (each.port === null || each.port === port) && applies(each, host));
}

/** Returns the host of a URL, an IPv6 address without brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Returns the rules in Chromium's form. */
export function chromiumRules(rules: readonly BypassRule[]): string {
  const texts = rules.flatMap(({ kind, host, below, bits, port }) => {
    const end = port === null ? '' : `:${port}`;
    const name = isIP(host) === 6 ? `[${host}]` : host;
    if (kind === 'any') return [`*${end}`];
    if (kind === 'plain') return ['<local>'];
    if (kind === 'range') return [`${host}/${bits}`];
    return below && isIP(host) === 0 ? [`${name}${end}`, `*.${name}${end}`] : [`${name}${end}`];
  });
  return texts.join(',');
}

function applies({ kind, host, below, bits }: BypassRule, asked: string): boolean {
  if (kind === 'any') return true;
  if (kind === 'plain') return !asked.includes('.') && isIP(asked) === 0;
  if (kind === 'range') return isInRange(asked, host, bits);
  return asked === host || (below && isIP(host) === 0 && asked.endsWith(`.${host}`));
}

function isInRange(asked: string, start: string, bits: number): boolean {
  if (isIP(asked) === 0 || isIP(asked) !== isIP(start)) return false;
  const family = isIP(start) === 6 ? 'ipv6' : 'ipv4';
  const range = new BlockList();
  range.addSubnet(start, bits, family);
  return range.check(asked, family);
}

function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

function readEntry(entry: string): BypassRule | null {
  if (entry === '*') return { ...rule, kind: 'any' };
  if (entry.toLowerCase() === '<local>') return { ...rule, kind: 'plain' };
  const range = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/i.exec(entry);
  if (range) return readRange(range[1] ?? '', Number(range[2]));
  const [, address = '', addressPort] = /^\[([\da-f:.]+)\](?::(\d{1,5}))?$/i.exec(entry) ?? [];
  if (isIP(address) === 6) return withPort({ ...rule, host: canonical(address) }, addressPort);
  if (isIP(entry) === 6) return { ...rule, host: canonical(entry) };
  const [, start = '', name = '', port] = /^(\*?\.)?([^\s:/?#@*<>[\]\\]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const host = hostOf(name);
  return host === null ? null : withPort({ ...rule, host, below: start !== '' }, port);
}

function readRange(host: string, bits: number): BypassRule | null {
  const version = isIP(host);
  if (version === 0 || bits > (version === 6 ? 128 : 32)) return null;
  return { ...rule, kind: 'range', host, bits };
}

function withPort(found: BypassRule, text: string | undefined): BypassRule | null {
  if (text === undefined) return found;
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? { ...found, port } : null;
}

/** Returns a host as URLs contain it, so that `Bücher.example` and `xn--bcher-kva.example` are the same; null if it is none. */
function hostOf(name: string): string | null {
  if (name.replaceAll('.', '') === '') return null;
  try {
    return bareHost(new URL(`http://${name}`));
  } catch {
    return null;
  }
}

function canonical(address: string): string {
  return bareHost(new URL(`http://[${address}]`));
}
