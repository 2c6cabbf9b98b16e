/** Parses the text of a policy. Strict, because a field that is misspelled would silently not apply. */

import { z } from 'zod';
import {
  type ForbiddableAction,
  forbiddableActions,
  type PolicyProblem,
  type RequirableSafeguard,
  requirableSafeguards,
  settings,
} from '#contract/bridge/settings.ts';
import { type LockableSetting, lockableSettings, type Settings } from '#contract/setting-rows.ts';
import { parseJson } from '#contract/text/parse-json.ts';
import { parseUrl } from '#contract/urls.ts';

// The services that a policy allows.

/** A host, `*.` and a host for its subdomains, or an IP address, IPv6 in brackets; with or without a port. */
const hostPattern = /^(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)(:\d{1,5})?$/i;

/** Whether a text of a policy names a host. */
export function isHostPattern(text: string): boolean {
  return text.length <= 253 && hostPattern.test(text) && parseUrl(`https://${text.replace(/^\*\./, '')}`) !== null;
}

/** Whether a URL is one of a service that is allowed. A host without a port allows every port. */
export function isHostAllowed(address: string, allowed: readonly string[]): boolean {
  const url = parseUrl(address);
  return url !== null && allowed.some((pattern) => matches(url, pattern));
}

function matches({ hostname, protocol, port }: URL, pattern: string): boolean {
  const isWild = pattern.startsWith('*.');
  // Parsed like the address, so that both have the same form of a host: in lower case, IP addresses normalized.
  const wanted = parseUrl(`${protocol}//${isWild ? pattern.slice(2) : pattern}`);
  if (wanted === null) return false;
  const hasPort = /:\d+$/.test(pattern);
  if (hasPort && wanted.port !== port) return false;
  const [host, wantedHost] = [withoutFinalDot(hostname), withoutFinalDot(wanted.hostname)];
  return isWild ? host.endsWith(`.${wantedHost}`) : host === wantedHost;
}

function withoutFinalDot(host: string): string {
  return host.replace(/\.$/, '');
}

const version = 1;

const heading = z.object({ version: z.int().min(1) });

const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u);

const decisions = z.strictObject({
  version: z.literal(version),
  /** Shown as who locked a setting. */
  organization: line.optional(),
  /** Shown as who to ask: an email address, a URL, or a phone number. */
  contact: line.optional(),
  settings: z
    .strictObject(
      Object.fromEntries(lockableSettings.map((name) => [name, settings.shape[name]])) as Pick<typeof settings.shape, LockableSetting>,
    )
    .partial()
    .optional(),
  allowedHosts: z.array(z.string().refine(isHostPattern)).max(1000).optional(),
  /** Actions that no user can take, whatever the settings. */
  forbidden: z.array(z.enum(forbiddableActions)).max(100).optional(),
  /** What changes require, whatever the settings. */
  required: z.array(z.enum(requirableSafeguards)).max(100).optional(),
});

const schema = decisions.refine(
  // Notes are in the journal.
  ({ forbidden = [], required = [] }) => required.length === 0 || !forbidden.includes('journal'),
  { path: ['required'] },
);

export interface Policy {
  readonly organization: string | null;
  readonly contact: string | null;
  readonly settings: Partial<Pick<Settings, LockableSetting>>;
  readonly allowedHosts: readonly string[] | null;
  readonly forbidden: readonly ForbiddableAction[];
  readonly required: readonly RequirableSafeguard[];
}

export interface BrokenPolicy {
  readonly problem: PolicyProblem;
  /** The field that isn't valid, for `invalid`. */
  readonly field?: string;
}

export function parsePolicy(text: string): Policy | BrokenPolicy {
  const value = jsonOf(text);
  if (value === undefined) return { problem: 'not-json' };
  const head = heading.safeParse(value);
  if (head.success && head.data.version > version) return { problem: 'newer-version' };
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { problem: 'invalid', field: fieldOf(parsed.error) };
  const { organization = null, contact = null, settings: chosen = {}, allowedHosts = null, forbidden = [], required = [] } = parsed.data;
  const locked = Object.fromEntries(Object.entries(chosen).filter(([, chosenValue]) => chosenValue !== undefined));
  return {
    organization,
    contact,
    settings: locked,
    allowedHosts,
    forbidden: forbiddableActions.filter((action) => forbidden.includes(action)),
    required: requirableSafeguards.filter((safeguard) => required.includes(safeguard)),
  };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Returns the first field that isn't valid, as `settings.readOnly`; the unknown one, if a field isn't known. */
function fieldOf({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.map(String) ?? [];
  return (issue?.code === 'unrecognized_keys' ? [...path, issue.keys[0] ?? ''] : path).join('.').slice(0, 200);
}
