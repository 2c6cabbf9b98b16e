/** The values of a connection's form, and the draft that is sent. */
import {
  type Colour,
  type ConnectionTargets,
  type Environment,
  type TargetMoment,
  targetMoments,
} from '#contract/bridge/connection-choices.ts';
import type { ConnectionChange, ConnectionDraft } from '#contract/bridge/connection-draft.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SafetyLevel } from '#contract/bridge/safety.ts';
import { defaultSafety } from '#contract/default-safety.ts';
import { type WatchKind, type WatchRules, watchKinds } from '#contract/watch/rules.ts';
import { type KeyKind, keyKinds } from '#lib/rules/project-keys.ts';
import { choiceOf, type RuleChoice, ruleOf } from '#parts/connections/use-watch-rules.ts';
import { hostedUrls } from '../paste/paste-url';

export interface ConnectionValues {
  readonly name: string;
  readonly baseUrl: string;
  readonly allowPlainHttp: boolean;
  readonly projectId: string;
  /** The typed text; `keep` for the stored key; null for a key to remove. */
  readonly keys: Readonly<Record<KeyKind, KeyEntry>>;
  readonly environment: Environment;
  readonly colour: Colour | null;
  readonly handlerBase: string;
  /** Null follows the environment. */
  readonly safety: SafetyLevel | null;
  readonly requirePresence: boolean;
  /** Empty for the default. */
  readonly targets: { readonly [M in TargetMoment]: NonNullable<ConnectionTargets[M]> | '' };
  readonly watchRules: Readonly<Record<WatchKind, RuleChoice>>;
}

export type KeyEntry = { readonly typed: string } | 'keep' | null;

const nothing: KeyEntry = { typed: '' };

/** An empty form. */
export const newValues: ConnectionValues = {
  name: '',
  baseUrl: hostedUrls.stack,
  allowPlainHttp: false,
  projectId: '',
  keys: { client: nothing, server: nothing, admin: nothing },
  environment: 'development',
  colour: null,
  handlerBase: '/handler',
  safety: null,
  requirePresence: false,
  targets: { home: '', afterSignIn: '', afterSignUp: '', afterSignOut: '' },
  watchRules: choicesOf({}),
};

/** Returns the values of an existing connection; its stored keys are kept. */
export function valuesOf({
  name,
  baseUrl,
  projectId,
  credentials,
  environment,
  colour,
  handlerBase,
  safety,
  requirePresence,
  targets = {},
  watchRules = {},
}: Connection): ConnectionValues {
  const entry = (kind: KeyKind): KeyEntry => (credentials[kind] === false ? nothing : 'keep');
  const { home = '', afterSignIn = '', afterSignUp = '', afterSignOut = '' } = targets;
  return {
    name,
    baseUrl,
    allowPlainHttp: false,
    projectId,
    keys: { client: entry('client'), server: entry('server'), admin: entry('admin') },
    environment,
    colour,
    handlerBase,
    safety: safety === defaultSafety(environment) ? null : safety,
    requirePresence,
    targets: { home, afterSignIn, afterSignUp, afterSignOut },
    watchRules: choicesOf(watchRules),
  };
}

/** Returns the chosen safety level, else the environment's default. */
export function safetyOf({ safety, environment }: ConnectionValues): SafetyLevel {
  return safety ?? defaultSafety(environment);
}

/** All that was entered; a test needs no name. */
export function toDraft(values: ConnectionValues, fallbackName = ''): ConnectionDraft {
  const { environment, colour } = values;
  const { client, server, admin } = values.keys;
  return {
    name: values.name.trim() || fallbackName,
    baseUrl: values.baseUrl,
    allowPlainHttp: values.allowPlainHttp,
    projectId: values.projectId,
    environment,
    colour,
    handlerBase: values.handlerBase,
    safety: safetyOf(values),
    requirePresence: values.requirePresence,
    targets: chosenTargets(values),
    watchRules: chosenRules(values),
    keys: { client: typedKey(client), server: typedKey(server), admin: typedKey(admin) },
  };
}

function chosenTargets({ targets }: ConnectionValues): ConnectionTargets {
  return Object.fromEntries(Object.entries(targets).filter(([, screen]) => screen !== ''));
}

function choicesOf(rules: WatchRules): ConnectionValues['watchRules'] {
  return Object.fromEntries(watchKinds.map((kind) => [kind, choiceOf(rules[kind])])) as ConnectionValues['watchRules'];
}

function chosenRules({ watchRules }: ConnectionValues): WatchRules {
  const rules = watchKinds.map((kind) => [kind, ruleOf(watchRules[kind])] as const);
  return Object.fromEntries(rules.filter(([, rule]) => rule !== null));
}

function typedKey(entry: KeyEntry): string | null {
  return typeof entry === 'object' && entry !== null ? entry.typed.trim() || null : null;
}

/** Fields with separate values, which are compared individually. */
const compared: ReadonlySet<keyof ConnectionDraft> = new Set(['keys', 'targets', 'watchRules']);

/** What differs from the connection as it was; a key that is kept is not mentioned. */
export function toChange(before: ConnectionValues, values: ConnectionValues): ConnectionChange {
  const is = toDraft(values);
  const was = toDraft(before);
  const changed = (Object.keys(is) as (keyof ConnectionDraft)[]).filter((field) => !compared.has(field) && is[field] !== was[field]);
  const changesTargets = targetMoments.some((moment) => values.targets[moment] !== before.targets[moment]);
  const changesRules = watchKinds.some((kind) => values.watchRules[kind] !== before.watchRules[kind]);
  const kinds = keyKinds.filter((kind) => changesKey(before.keys[kind], values.keys[kind]));
  const keys = Object.fromEntries(kinds.map((kind) => [kind, typedKey(values.keys[kind])]));
  return {
    ...Object.fromEntries(changed.map((field) => [field, is[field]])),
    // Both are compared.
    ...(changed.includes('allowPlainHttp') ? { baseUrl: is.baseUrl } : {}),
    ...(changesTargets ? { targets: is.targets } : {}),
    ...(changesRules ? { watchRules: is.watchRules } : {}),
    ...(kinds.length > 0 ? { keys } : {}),
  };
}

/** Returns whether a key would be stored or removed. A field for another key that is still empty changes nothing. */
export function changesKey(before: KeyEntry, entry: KeyEntry): boolean {
  return typedKey(entry) !== null || (entry === null && before === 'keep');
}
