/** The keys of a project's configuration: types, defaults, and the levels that may have them (wire/later 7.4). */
import { z } from 'zod';
import type { Schema } from '#contract/definitions.ts';
import { defaultTemplates, defaultThemes } from './default-emails';

/** Levels that may have a key: only `project`; `branch` and `environment`; only `environment`. */
type KeyLevel = 'project' | 'branch' | 'environment';

interface Leaf {
  readonly kind: 'leaf';
  readonly schema: Schema;
  readonly level: KeyLevel;
  /** Undefined if the key is absent by default. */
  readonly value?: unknown;
}

interface Branching {
  readonly kind: 'object';
  readonly fields: Readonly<Record<string, ConfigNode>>;
}

interface EntryRecord {
  readonly kind: 'record';
  readonly id: RegExp;
  readonly entry: ConfigNode;
  /** Entries that exist by default. */
  readonly entries: Readonly<Record<string, unknown>>;
}

export type ConfigNode = Leaf | Branching | EntryRecord;

const leaf = (schema: Schema, level: KeyLevel, value?: unknown): Leaf => ({ kind: 'leaf', schema, level, value });
const object = (fields: Branching['fields']): Branching => ({ kind: 'object', fields });
const record = (entry: ConfigNode, id = /^\w[\w-]{0,62}$/, entries = {}): EntryRecord => ({ kind: 'record', id, entry, entries });

const flag = (value: boolean, level: KeyLevel = 'branch') => leaf(z.boolean(), level, value);
const text = (level: KeyLevel, value?: string) => leaf(z.string(), level, value);
const choice = (values: readonly string[], level: KeyLevel, value?: string) => leaf(z.enum(values as [string, ...string[]]), level, value);

const permissionId = /^\$?[a-z0-9_:]+$/;
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const permissions = record(flag(true), permissionId);

const providerTypes = [
  'google',
  'github',
  'microsoft',
  'spotify',
  'facebook',
  'discord',
  'gitlab',
  'bitbucket',
  'linkedin',
  'apple',
  'x',
  'twitch',
] as const;

const provider = object({
  type: choice(providerTypes, 'branch'),
  allowSignIn: flag(false),
  allowConnectedAccounts: flag(false),
  isShared: flag(true, 'environment'),
  clientId: text('environment'),
  clientSecret: text('environment'),
  facebookConfigId: text('environment'),
  microsoftTenantId: text('environment'),
  appleBundles: record(object({ bundleId: text('environment') })),
});

const signUpRule = object({
  enabled: flag(false),
  displayName: text('branch'),
  priority: leaf(z.number(), 'branch', 0),
  condition: text('branch'),
  action: object({ type: choice(['allow', 'reject', 'restrict', 'log'], 'branch', 'allow'), message: text('branch') }),
});

const emailServer = object({
  isShared: flag(true, 'environment'),
  provider: choice(['smtp', 'resend', 'managed'], 'environment', 'smtp'),
  host: text('environment'),
  // Ranges aren't checked (wire/later 7.3).
  port: leaf(z.number(), 'environment'),
  username: text('environment'),
  password: text('environment'),
  senderName: text('environment'),
  senderEmail: text('environment'),
  managedSubdomain: text('environment'),
  managedSenderLocalPart: text('environment'),
});

const theme = object({ displayName: text('branch'), tsxSource: text('branch') });
const template = object({
  displayName: text('branch'),
  tsxSource: text('branch'),
  themeId: leaf(z.union([z.uuid(), z.literal(false)]), 'branch'),
});

export const configSchema: Branching = object({
  project: object({ requirePublishableClientKey: flag(false, 'project') }),
  auth: object({
    allowSignUp: flag(true),
    password: object({ allowSignIn: flag(false) }),
    otp: object({ allowSignIn: flag(false) }),
    passkey: object({ allowSignIn: flag(false) }),
    oauth: object({
      accountMergeStrategy: choice(['link_method', 'raise_error', 'allow_duplicates'], 'branch', 'link_method'),
      providers: record(provider),
    }),
    signUpRules: record(signUpRule),
    signUpRulesDefaultAction: choice(['allow', 'reject'], 'branch', 'allow'),
  }),
  onboarding: object({ requireEmailVerification: flag(false) }),
  teams: object({ createPersonalTeamOnSignUp: flag(false), allowClientTeamCreation: flag(false) }),
  users: object({ allowClientUserDeletion: flag(false) }),
  apiKeys: object({ enabled: object({ user: flag(false), team: flag(false) }) }),
  rbac: object({
    permissions: record(
      object({
        description: text('branch'),
        scope: choice(['team', 'project'], 'branch'),
        containedPermissionIds: permissions,
      }),
      /^[a-z0-9_:]+$/,
    ),
    defaultPermissions: object({ teamCreator: permissions, teamMember: permissions, signUp: permissions }),
  }),
  domains: object({
    allowLocalhost: flag(false, 'environment'),
    trustedDomains: record(object({ baseUrl: text('environment'), handlerPath: text('environment', '/handler') })),
  }),
  emails: object({
    selectedThemeId: leaf(z.uuid(), 'branch', Object.keys(defaultThemes)[0]),
    themes: record(theme, uuid, defaultThemes),
    templates: record(template, uuid, defaultTemplates),
    server: emailServer,
  }),
  apps: object({ installed: record(object({ enabled: flag(false) })) }),
});

/** Returns the node at a path of names; the shortest prefix that isn't part of the schema if there is none. */
export function nodeAt(path: readonly string[], level: KeyLevel): { readonly node: ConfigNode } | { readonly unknown: string } {
  let node: ConfigNode = configSchema;
  for (const [index, name] of path.entries()) {
    const next: ConfigNode | undefined = childOf(node, name);
    if (next === undefined || !mayHave(next, level)) return { unknown: path.slice(0, index + 1).join('.') };
    node = next;
  }
  return { node };
}

function childOf(node: ConfigNode, name: string): ConfigNode | undefined {
  if (node.kind === 'object') return Object.hasOwn(node.fields, name) ? node.fields[name] : undefined;
  return node.kind === 'record' && node.id.test(name) ? node.entry : undefined;
}

/** Whether a level may have any key at or below a node. */
function mayHave(node: ConfigNode, level: KeyLevel): boolean {
  if (node.kind === 'leaf') return node.level === level || (level === 'environment' && node.level === 'branch');
  if (node.kind === 'record') return mayHave(node.entry, level);
  return Object.values(node.fields).some((field) => mayHave(field, level));
}

/** Returns the schema of values at a node, in which every key may be absent or null. */
export function valueSchema(node: ConfigNode, level: KeyLevel): Schema {
  if (node.kind === 'leaf') return node.schema;
  if (node.kind === 'record') return z.record(z.string(), valueSchema(node.entry, level).nullable());
  const fields = Object.entries(node.fields).filter(([, field]) => mayHave(field, level));
  return z.strictObject(Object.fromEntries(fields.map(([name, field]) => [name, valueSchema(field, level).nullable().optional()])));
}

/** Returns a value with the defaults of what it leaves out. Keys with null count as left out. */
export function withDefaults(node: ConfigNode, value: unknown): unknown {
  if (node.kind === 'leaf') return value ?? node.value;
  const given = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  if (node.kind === 'record') {
    const entries = Object.entries({ ...node.entries, ...given }).filter(([, entry]) => entry !== null);
    return Object.fromEntries(entries.map(([id, entry]) => [id, withDefaults(node.entry, entry)]));
  }
  const fields = Object.entries(node.fields).map(([name, field]) => [name, withDefaults(field, given[name])] as const);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}
