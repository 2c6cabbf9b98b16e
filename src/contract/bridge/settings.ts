/** The user's settings for the app, as the file and the bridge have them. */

import { z } from 'zod';
import { call, topic } from '../definitions';
import { maxSettingsFileLength } from '../limits';
import {
  type AnySetting,
  lockableSettings,
  type SettingName,
  type Settings,
  settingNames,
  settingRow,
  type TextSetting,
} from '../setting-rows';
import { parseUrl } from '../urls';

// Validation of settings that are texts.

/** Whether a text is the URL of a proxy server: `http:`, `https:`, or `socks5:`, without a user name, a password, and a path. Empty is none. */
export function isProxyUrl(text: string): boolean {
  if (text === '') return true;
  const url = parseUrl(text);
  if (url === null || !/^(https?|socks5h?):\/\/./i.test(text)) return false;
  return url.username === '' && url.password === '' && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
}

/** Whether a text is the URL of a script that chooses a proxy, without a user name and a password. Empty is none. */
function isScriptUrl(text: string): boolean {
  if (text === '') return true;
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/\s/.test(text);
}

/** Whether a text is a list of hosts, separated by commas: no schemes, no paths, and no spaces within a host. */
export function isHostList(text: string): boolean {
  return text.split(',').every((part) => /^[^\s/@?#]*(\/\d{1,3})?$/.test(part.trim()));
}

/** Whether a text is the absolute path of a file, on any system. */
export function isAbsolutePath(text: string): boolean {
  return /^(\/|[a-z]:[\\/]|\\\\)./i.test(text) && !text.includes('\0');
}

// The policy of the machine: what its administrator decides instead of the user.

/** Why the policy's file can't be used. */
const policyProblem = z.enum([
  'unreadable',
  'not-a-file',
  'not-protected',
  'folder-not-protected',
  'too-large',
  'not-json',
  'newer-version',
  'invalid',
]);
export type PolicyProblem = z.output<typeof policyProblem>;

/** What a policy can forbid: writing data to files, impersonating users, revealing secrets, and keeping a local index or the journal. */
export const forbiddableActions = ['export', 'impersonation', 'reveal', 'local-index', 'journal'] as const;
export type ForbiddableAction = (typeof forbiddableActions)[number];

/** What a policy can require of changes: that the journal has them, and a note for those on production connections. */
export const requirableSafeguards = ['journal', 'production-note'] as const;
export type RequirableSafeguard = (typeof requirableSafeguards)[number];

const locked = z.array(z.enum(lockableSettings));
const forbidden = z.array(z.enum(forbiddableActions));

/** The policy. A broken one locks what keeps its machine safe until its administrator mends it. */
const policyState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({
    state: z.literal('active'),
    file: z.string(),
    organization: z.string().nullable(),
    contact: z.string().nullable(),
    locked,
    forbidden,
    required: z.array(z.enum(requirableSafeguards)),
    /** The services that connections may have; null for all. */
    allowedHosts: z.array(z.string()).nullable(),
  }),
  z.strictObject({
    state: z.literal('broken'),
    file: z.string(),
    problem: policyProblem,
    /** The field that isn't valid. */
    field: z.string().nullable(),
    locked,
    forbidden,
  }),
]);
export type PolicyState = z.output<typeof policyState>;

export const policy = {
  state: topic(policyState),
  /** Throws `forbidden-by-policy` unless the policy allows exports now. For what a window is about to write to a file itself. */
  assertExport: call(z.strictObject({}), z.null()),
};

/** A time of day, as `HH:MM` of the machine's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const hours = z.strictObject({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from !== to);

const formats: Readonly<Record<TextSetting['format'], (text: string) => boolean>> = {
  'proxy-url': isProxyUrl,
  'script-url': isScriptUrl,
  hosts: isHostList,
  path: isAbsolutePath,
};

function schemaOf(row: AnySetting): z.ZodType {
  switch (row.kind) {
    case 'switch':
      return z.boolean();
    case 'choice':
      return z.enum(row.values);
    case 'number':
      return orNull(row, z.int().min(row.min).max(row.max));
    case 'text':
      return orNull(row, z.string().max(row.maxLength).refine(formats[row.format]));
    case 'hours':
      return hours.nullable();
    case 'time':
      return timeOfDay.nullable();
  }
}

function orNull({ nullable }: { readonly nullable?: true }, schema: z.ZodType): z.ZodType {
  return nullable ? schema.nullable() : schema;
}

type Shape = { [K in SettingName]: z.ZodType<Settings[K], Settings[K]> };

export const settings = z.strictObject(Object.fromEntries(settingNames.map((name) => [name, schemaOf(settingRow(name))])) as Shape);

const readSettings = z.strictObject({
  settings: settings.partial(),
  /** Names that are no settings of this version, as far as they are listed. */
  unknown: z.array(z.string()),
  /** Number of further such names. */
  omitted: z.int(),
  /** Settings that can't have the values of the file. */
  invalid: z.array(z.enum(settingNames)),
});
export type ReadSettings = z.output<typeof readSettings>;

const exported = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('saved'), path: z.string() }),
  z.strictObject({ outcome: z.literal('canceled') }),
  /** Where the host has no dialogs, the page offers the text as a download. */
  z.strictObject({ outcome: z.literal('text'), text: z.string() }),
]);
export type SettingsExport = z.output<typeof exported>;

/** A user name and a password for a proxy. SOCKS allows 255 bytes each, and the header of HTTP proxies no colon in the name. */
const proxySignIn = z.strictObject({
  username: z
    .string()
    .min(1)
    .regex(/^[^:\p{Cc}]*$/u)
    .refine(isShort),
  password: z
    .string()
    .regex(/^\P{Cc}*$/u)
    .refine(isShort),
});

function isShort(text: string): boolean {
  return new TextEncoder().encode(text).length <= 255;
}

export const settingsCalls = {
  state: topic(settings),
  /** Whether the sign-in for the proxy that the settings name was lost: without a keychain, when the app quit. */
  isProxySignInLost: topic(z.boolean()),
  update: call(settings.partial(), z.null()),
  /** Exports the user's settings, also those that a policy replaces. The user chooses the file in a dialog of the host. Throws `file-not-writable`. */
  exportAll: call(z.strictObject({}), exported),
  /** Reads an exported text, and changes nothing. Throws `settings-file-unreadable` or `settings-file-newer`. */
  readExport: call(z.strictObject({ text: z.string().max(maxSettingsFileLength) }), readSettings),
  /**
   * Stores a sign-in for the manual proxy of the settings in the keychain. Throws `proxy-url-invalid` without such a proxy, and codes of the
   * keychain (`keychain-…`).
   */
  setProxySignIn: call(proxySignIn, z.null()),
  /** Deletes the sign-in. */
  removeProxySignIn: call(z.strictObject({}), z.null()),
};
