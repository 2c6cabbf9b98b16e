/** What the watch looks for at a connection: the choice for the whole app, and the rules of the connection. */
import type { FindingKind } from '../bridge/watch';
import type { SettingName, Settings } from '../setting-rows';

/** Kinds of what is looked for, in the order in which screens list them. */
export const watchKinds = ['emails', 'keys', 'sessions', 'invitations', 'sign-ups', 'drift'] as const;
export type WatchKind = (typeof watchKinds)[number];

/** The settings with the choice for the whole app. */
export const watchSettings = {
  emails: 'watchEmails',
  keys: 'watchKeys',
  sessions: 'watchSessions',
  invitations: 'watchInvitations',
  'sign-ups': 'watchSignUps',
  drift: 'watchDrift',
} as const satisfies Readonly<Record<WatchKind, SettingName>>;

/** The rules of a connection. An absent kind follows the choice for the whole app. */
export type WatchRules = { readonly [K in WatchKind]?: boolean | undefined };

export type WatchedKinds = Readonly<Record<WatchKind, boolean>>;

/** The kind that a finding is of. */
export const kindOfFinding: Readonly<Record<FindingKind, WatchKind>> = {
  'failed-emails': 'emails',
  'key-set': 'keys',
  'api-key': 'keys',
  'new-country': 'sessions',
  invitation: 'invitations',
  'sign-ups': 'sign-ups',
  drift: 'drift',
};

/** Returns what is looked for at a connection. A policy that locks the choice for the whole app leaves no rule to a connection. */
export function watchedKinds(
  settings: Pick<Settings, (typeof watchSettings)[WatchKind]>,
  rules: WatchRules | undefined,
  locked: readonly SettingName[],
): WatchedKinds {
  const isWatched = (kind: WatchKind) => {
    const name = watchSettings[kind];
    return locked.includes(name) ? settings[name] : (rules?.[kind] ?? settings[name]);
  };
  return Object.fromEntries(watchKinds.map((kind) => [kind, isWatched(kind)])) as WatchedKinds;
}

/** Returns the rules with one of a kind; null removes it, so that the kind follows the choice for the whole app. */
export function withWatchRule(rules: WatchRules | undefined, kind: WatchKind, rule: boolean | null): WatchRules {
  const { [kind]: _before, ...others } = rules ?? {};
  return rule === null ? others : { ...others, [kind]: rule };
}
