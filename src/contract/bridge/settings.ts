/** The user's settings for the app, as the file and the bridge have them. */

import { z } from 'zod';
import { call, topic } from '../definitions';
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

const locked = z.array(z.enum(lockableSettings));

/** The policy. A broken one locks what keeps its machine safe until its administrator mends it. */
const policyState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({
    state: z.literal('active'),
    file: z.string(),
    organization: z.string().nullable(),
    contact: z.string().nullable(),
    locked,
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
  }),
]);
export type PolicyState = z.output<typeof policyState>;

export const policy = {
  state: topic(policyState),
};

/** A time of day, as `HH:MM` of the machine's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const hours = z.strictObject({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from !== to);

const formats: Readonly<Record<TextSetting['format'], (text: string) => boolean>> = {
  'proxy-url': isProxyUrl,
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
  }
}

function orNull({ nullable }: { readonly nullable?: true }, schema: z.ZodType): z.ZodType {
  return nullable ? schema.nullable() : schema;
}

type Shape = { [K in SettingName]: z.ZodType<Settings[K], Settings[K]> };

export const settings = z.strictObject(Object.fromEntries(settingNames.map((name) => [name, schemaOf(settingRow(name))])) as Shape);

export const settingsCalls = {
  state: topic(settings),
  update: call(settings.partial(), z.null()),
};
