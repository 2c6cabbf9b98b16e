import { describe, expect, it } from 'vitest';
import { presenceCalls } from '#contract/bridge/safety.ts';
import type { Endpoint } from '#contract/definitions.ts';
import { catalog } from '#contract/service/index.ts';
import en from '#messages/en.json';

/** Returns the calls that have a text of this kind. */
function callsWith(kind: 'title' | 'button'): string[] {
  const prefix = `safety.${kind}.`;
  return Object.keys(en).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

const endpoints = new Map(
  Object.entries(catalog).flatMap(([group, rows]) =>
    Object.entries(rows).map(([row, endpoint]) => [`${group}.${row}`, endpoint as Endpoint] as const),
  ),
);
/** Calls that windows make through others of the bridge, which require the same confirmation. */
const checkedByHandlers = ['auth.createSession', 'users.deleteMe', 'passkeys.register', 'oauth.authorize'];
/** The calls of windows for which a safety level can require a confirmation. */
const confirmed = [...endpoints].filter(
  ([name, { effect, changesSignIn, offered, allowedAtEveryLevel }]) =>
    (effect !== 'read' || changesSignIn !== undefined) && (offered || checkedByHandlers.includes(name)) && !allowedAtEveryLevel,
);

describe.each(['title', 'button'] as const)('the %s of confirmations', (kind) => {
  const calls = callsWith(kind);

  it('names only calls that may need a confirmation', () => {
    const names = confirmed.flatMap(([name, { destroyedBy }]) => (destroyedBy === undefined ? [name] : [name, `${name}.destroy`]));
    expect(calls.filter((call) => ![...names, ...presenceCalls].includes(call))).toEqual([]);
  });

  it('covers every call, and the destructive form of those that have one', () => {
    const missing = confirmed.filter(
      ([name, { destroyedBy }]) => !calls.includes(name) || (destroyedBy !== undefined && !calls.includes(`${name}.destroy`)),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
    expect(presenceCalls.filter((call) => !calls.includes(call))).toEqual([]);
  });
});

it('starts each title with the verb of its button', () => {
  const texts: Readonly<Record<string, string>> = en;
  const verb = (text: string | undefined) => text?.split(' ')[0];
  const differing = callsWith('button').filter((call) => verb(texts[`safety.button.${call}`]) !== verb(texts[`safety.title.${call}`]));
  expect(differing).toEqual([]);
});
