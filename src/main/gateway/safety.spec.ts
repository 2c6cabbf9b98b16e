import { describe, expect, test } from 'vitest';
import type { Confirmation, SafetyLevel } from '#contract/bridge/safety.ts';
import { safetyLevel } from '#contract/bridge/safety.ts';
import type { Actor, Effect, Endpoint } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { AppError, type ErrorReport } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { presenceScene } from '#tests/support/main/presence-scene.ts';
import { confirmationTtlMillis } from './confirmations';
import { createSafety, requiredConfirmation } from './safety';

const update: ServiceCall = {
  name: 'users.update',
  endpoint: catalog.users.update,
  actor: 'project',
  connectionId: 'c',
  input: { params: { user_id: 'u' }, body: { display_name: 'Ada', client_metadata: { a: [1, { b: 2, c: 3 }] } } },
};
const deletion: ServiceCall = {
  name: 'projects.delete',
  endpoint: catalog.projects.delete,
  actor: 'project',
  connectionId: 'c',
  input: {},
};

function setUp(name = 'Engines', isReadOnly = () => false, isNoteRequired = () => false) {
  const { clock, presence, confirmations } = presenceScene();
  const safety = createSafety({ confirmations, presence, isReadOnly, isNoteRequired });
  const place = { baseUrl: 'https://x.test', projectId: 'p', requirePresence: false };
  const ask = (call: ServiceCall, level: SafetyLevel, windowId = 'w'): ErrorReport | 'passed' => {
    try {
      safety.check(call, { name, safety: level, ...place }, windowId);
      return 'passed';
    } catch (thrown) {
      return reportOf(thrown);
    }
  };
  const question = (call: ServiceCall, level: SafetyLevel, windowId = 'w'): Confirmation => {
    const report = ask(call, level, windowId);
    if (report === 'passed' || report.confirmation === undefined) throw new Error('nothing was asked');
    return report.confirmation;
  };
  const confirm = async (id: string, typed?: string, windowId = 'w'): Promise<string> => {
    try {
      return (await confirmations.confirm(id, { typed }, windowId)).outcome;
    } catch (thrown) {
      return reportOf(thrown).code;
    }
  };
  return { safety, confirmations, clock, ask, question, confirm, place };
}

function reportOf(thrown: unknown): ErrorReport {
  if (thrown instanceof AppError) return thrown.report;
  throw thrown;
}

test('of requests that read, those that aren’t sent with GET are listed in the documentation', () => {
  const reading = Object.entries(catalog).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) =>
      endpoint.effect === 'read' && endpoint.method !== 'GET' ? [`${group}.${name}`] : [],
    ),
  );
  // What they do is in docs/safety-levels.md: nothing at the service changes.
  expect(reading.sort()).toEqual([
    'apiKeys.checkTeamKey',
    'apiKeys.checkUserKey',
    'auth.checkPasswordReset',
    'auth.checkSignInCode',
    'contactChannels.checkVerification',
    'emails.checkManagedDomain',
    'emails.render',
    'misc.checkFeatureSupport',
    'misc.checkVersion',
    'oauth.connectedAccountToken',
    'oauth.connectedAccountTokenOf',
    'oauth.ownConnectedAccountToken',
    'signUpRules.test',
    'teams.checkInvitation',
    'teams.invitationDetails',
    'users.affected',
    'webhooks.token',
  ]);
});

test.each(['webhooks.token', 'oauth.connectedAccountToken', 'oauth.connectedAccountTokenOf'])('%s is allowed at every level', (name) => {
  const [group = '', endpoint = ''] = name.split('.');
  const call: ServiceCall = {
    name,
    endpoint: (catalog as Catalog)[group]?.[endpoint] as Endpoint,
    actor: 'project',
    connectionId: 'c',
    input: {},
  };
  const { ask } = setUp('Engines', () => true);
  expect(safetyLevel.options.map((level) => ask(call, level))).toEqual(safetyLevel.options.map(() => 'passed'));
});

type Catalog = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

describe('required confirmation', () => {
  const asked: Record<SafetyLevel, Record<Effect, Record<Actor, ReturnType<typeof requiredConfirmation>>>> = {
    normal: {
      read: { project: 'nothing', account: 'nothing', none: 'nothing' },
      write: { project: 'nothing', account: 'nothing', none: 'nothing' },
      destroy: { project: 'nothing', account: 'nothing', none: 'nothing' },
    },
    'confirm-writes': {
      read: { project: 'nothing', account: 'nothing', none: 'nothing' },
      write: { project: 'confirm', account: 'nothing', none: 'nothing' },
      destroy: { project: 'confirm', account: 'nothing', none: 'nothing' },
    },
    'type-to-destroy': {
      read: { project: 'nothing', account: 'nothing', none: 'nothing' },
      write: { project: 'nothing', account: 'nothing', none: 'nothing' },
      destroy: { project: 'type', account: 'nothing', none: 'nothing' },
    },
    'read-only': {
      read: { project: 'nothing', account: 'nothing', none: 'nothing' },
      write: { project: 'refuse', account: 'refuse', none: 'refuse' },
      destroy: { project: 'refuse', account: 'refuse', none: 'refuse' },
    },
  };
  test.each(safetyLevel.options)('%s', (level) => {
    for (const effect of ['read', 'write', 'destroy'] as const) {
      for (const actor of ['project', 'account', 'none'] as const) {
        expect([effect, actor, requiredConfirmation(level, effect, actor)]).toEqual([effect, actor, asked[level][effect][actor]]);
      }
    }
  });

  test.each(['updateUserKey', 'updateTeamKey', 'updateKeySet'] as const)(
    'treats revoking with %s as destructive, but not a new description',
    (endpoint) => {
      const change = (body: object): ServiceCall => {
        return { name: `apiKeys.${endpoint}`, endpoint: catalog.apiKeys[endpoint], actor: 'project', connectionId: 'c', input: { body } };
      };
      const { ask, question } = setUp();
      expect(ask(change({ description: 'CI' }), 'type-to-destroy')).toBe('passed');
      expect(question(change({ revoked: true }), 'type-to-destroy')).toMatchObject({ kind: 'type', effect: 'destroy' });
      expect(question(change({ description: 'CI', revoked: true }), 'confirm-writes')).toMatchObject({
        kind: 'confirm',
        effect: 'destroy',
      });
    },
  );

  test('is not required for signing out', () => {
    const signOut: ServiceCall = {
      name: 'auth.signOut',
      endpoint: catalog.auth.signOut,
      actor: 'account',
      connectionId: 'c',
      accountId: 'a',
      input: {},
    };
    expect(safetyLevel.options.map((level) => setUp().ask(signOut, level))).toEqual(['passed', 'passed', 'passed', 'passed']);
  });
});

describe('a confirmed call', () => {
  test('passes once', async () => {
    const { ask, question, confirm } = setUp();
    const { id, ...asked } = question(update, 'confirm-writes');
    expect(asked).toEqual({ kind: 'confirm', name: 'Engines', endpoint: 'users.update', effect: 'write', presence: null });
    expect(await confirm(id)).toBe('right');
    expect(ask(update, 'confirm-writes')).toBe('passed');
    expect(ask(update, 'confirm-writes')).toMatchObject({ code: 'confirmation-required' });
  });

  test('does not depend on the order of fields', async () => {
    const { ask, question, confirm } = setUp();
    await confirm(question(update, 'confirm-writes').id);
    const reordered = { body: { client_metadata: { a: [1, { c: 3, b: 2 }] }, display_name: 'Ada' }, params: { user_id: 'u' } };
    expect(ask({ ...update, input: reordered }, 'confirm-writes')).toBe('passed');
  });

  test.each<{ what: string; call: ServiceCall; windowId?: string }>([
    { what: 'another connection', call: { ...update, connectionId: 'd' } },
    { what: 'another endpoint', call: { ...update, name: 'users.create' } },
    { what: 'another user', call: { ...update, input: { ...update.input, params: { user_id: 'v' } } } },
    { what: 'another value', call: { ...update, input: { ...update.input, body: { display_name: 'Bob' } } } },
    { what: 'one value more', call: { ...update, input: { ...update.input, query: { x: 1 } } } },
    { what: 'a list in another order', call: { ...update, input: { ...update.input, body: { a: [{ b: 2 }, 1] } } } },
    { what: 'another window', call: update, windowId: 'other' },
  ])('is not valid for $what', async ({ call, windowId }) => {
    const { ask, question, confirm } = setUp();
    await confirm(question(update, 'confirm-writes').id);
    expect(ask(call, 'confirm-writes', windowId)).toMatchObject({ code: 'confirmation-required' });
    expect(ask(update, 'confirm-writes')).toBe('passed');
  });

  test.each([
    { what: 'another server', baseUrl: 'https://y.test' },
    { what: 'another port', baseUrl: 'https://x.test:8443' },
    { what: 'the sandbox', baseUrl: null },
    { what: 'another project', projectId: 'q' },
  ])('is not valid for $what, when the connection was edited since', async ({ what: _what, ...elsewhere }) => {
    const { safety, ask, question, confirm, place } = setUp();
    await confirm(question(update, 'confirm-writes').id);
    const moved = { name: 'Engines', safety: 'confirm-writes', ...place, ...elsewhere } as const;
    expect(() => safety.check(update, moved, 'w')).toThrow('confirmation-required');
    expect(ask(update, 'confirm-writes')).toBe('passed');
  });

  test('passes within two minutes of the request', async () => {
    const { ask, question, confirm, clock } = setUp();
    const [one, other] = [question(update, 'confirm-writes'), question(deletion, 'confirm-writes')];
    await clock.advance(confirmationTtlMillis);
    expect([await confirm(one.id), ask(update, 'confirm-writes')]).toEqual(['right', 'passed']);
    await clock.advance(1);
    expect(await confirm(other.id)).toBe('confirmation-expired');
    const third = question(update, 'confirm-writes');
    await confirm(third.id);
    await clock.advance(confirmationTtlMillis + 1);
    expect(ask(update, 'confirm-writes')).toMatchObject({ code: 'confirmation-required' });
  });

  test('is deleted with its window', async () => {
    const { ask, question, confirm, confirmations } = setUp();
    const [one, other] = [question(update, 'confirm-writes'), question(deletion, 'confirm-writes')];
    await confirm(one.id);
    confirmations.forgetWindow('w');
    expect(ask(update, 'confirm-writes')).toMatchObject({ code: 'confirmation-required' });
    expect(await confirm(other.id)).toBe('confirmation-expired');
  });

  test('is refused when the connection has become read-only', async () => {
    const { ask, question, confirm } = setUp();
    await confirm(question(update, 'confirm-writes').id);
    expect(ask(update, 'read-only')).toEqual({ code: 'read-only-connection' });
  });

  test('the oldest of more than a thousand confirmations is deleted', async () => {
    const { question, confirm } = setUp();
    const first = question(update, 'confirm-writes');
    for (let count = 0; count < 1000; count += 1) question(update, 'confirm-writes');
    expect(await confirm(first.id)).toBe('confirmation-expired');
  });
});

describe('typed name', () => {
  test.each([
    { name: 'Engines', typed: 'Engines' },
    { name: 'Engines', typed: '  Engines\n' },
    { name: 'Café', typed: 'Cafe\u0301' },
    { name: 'Cafe\u0301', typed: 'Café' },
    { name: 'بحث', typed: 'بحث' },
    { name: 'Blue  Engines', typed: 'Blue Engines' },
    { name: 'Engines\u200b\u00a02', typed: 'Engines 2' },
    { name: '\u2060\u200b', typed: 'p' },
    // Windows ask for the project ID where privacy mode conceals the name.
    { name: 'Engines', typed: 'p' },
  ])('$typed is $name', async ({ name, typed }) => {
    const { ask, question, confirm } = setUp(name);
    expect(await confirm(question(deletion, 'type-to-destroy').id, typed)).toBe('right');
    expect(ask(deletion, 'type-to-destroy')).toBe('passed');
  });

  test.each(['', ' ', '••••••', 'q', 'engines', 'ENGINES', 'Engine', 'Engines 2', 'Eng ines', 'Еngines', undefined])(
    'rejects %j for Engines, and accepts a correction',
    async (typed) => {
      const { ask, question, confirm } = setUp();
      const { id, kind } = question(deletion, 'type-to-destroy');
      expect([kind, await confirm(id, typed)]).toEqual(['type', 'confirmation-mismatch']);
      expect(ask(deletion, 'type-to-destroy')).toMatchObject({ code: 'confirmation-required' });
      expect(await confirm(id, 'Engines')).toBe('right');
    },
  );

  test.each(['', 'q99', '__proto__', 'constructor'])('an unknown confirmation (%j) has expired', async (id) => {
    expect(await setUp().confirm(id, 'Engines')).toBe('confirmation-expired');
  });

  test('a confirmation of another window has expired', async () => {
    const { question, confirm, ask } = setUp();
    const { id } = question(deletion, 'type-to-destroy');
    expect(await confirm(id, 'Engines', 'other')).toBe('confirmation-expired');
    expect(ask(deletion, 'type-to-destroy')).toMatchObject({ code: 'confirmation-required' });
  });
});

describe('while the whole app is read-only', () => {
  test.each(['normal', 'confirm-writes', 'type-to-destroy', 'read-only'] as const)('a write is refused at level %s', (level) => {
    const { ask } = setUp('Engines', () => true);
    expect([ask(update, level), ask(deletion, level)]).toEqual([{ code: 'app-read-only' }, { code: 'app-read-only' }]);
  });

  test('a call that was confirmed before is refused', async () => {
    let isReadOnly = false;
    const { ask, question, confirm } = setUp('Engines', () => isReadOnly);
    expect(await confirm(question(update, 'confirm-writes').id)).toBe('right');
    isReadOnly = true;
    expect(ask(update, 'confirm-writes')).toEqual({ code: 'app-read-only' });
    isReadOnly = false;
    expect(ask(update, 'confirm-writes')).toBe('passed');
  });
});

describe('a note on production', () => {
  const place = { name: 'Engines', baseUrl: 'https://x.test', projectId: 'p', requirePresence: false } as const;
  const asAccount: ServiceCall = { ...update, name: 'users.updateMe', endpoint: catalog.users.updateMe, actor: 'account', accountId: 'a' };
  const reading: ServiceCall = { ...update, name: 'users.read', endpoint: catalog.users.read };
  const asked = (call: ServiceCall, safety: SafetyLevel, environment: 'production' | 'staging', isRequired = true) => {
    const scene = setUp('Engines', undefined, () => isRequired);
    try {
      scene.safety.check(call, { ...place, safety, environment }, 'w');
      return null;
    } catch (thrown) {
      return reportOf(thrown).confirmation ?? reportOf(thrown).code;
    }
  };

  test.each([
    ['a change', update, 'normal', { kind: 'confirm', asksNote: true }],
    ['a change that is confirmed anyway', update, 'confirm-writes', { kind: 'confirm', asksNote: true }],
    ['a change where deletions are typed', update, 'type-to-destroy', { kind: 'confirm', asksNote: true }],
    ['a deletion', deletion, 'type-to-destroy', { kind: 'type', asksNote: true }],
  ] as const)('is asked for with %s', (_what, call, level, confirmation) => {
    expect(asked(call, level, 'production')).toMatchObject(confirmation);
  });

  test.each([
    ['a change on staging', update, 'normal', 'staging', true, null],
    ['a read', reading, 'confirm-writes', 'production', true, null],
    ['a change of the own account', asAccount, 'confirm-writes', 'production', true, null],
    ['a change without such a policy', update, 'normal', 'production', false, null],
    ['a change that is refused', update, 'read-only', 'production', true, 'read-only-connection'],
  ] as const)('isn’t asked for with %s', (_what, call, level, environment, isRequired, expected) => {
    expect(asked(call, level, environment, isRequired)).toEqual(expected);
  });

  test('is returned once, for the call that it was written for', async () => {
    const { safety, confirmations } = setUp('Engines', undefined, () => true);
    const production = { ...place, safety: 'normal', environment: 'production' } as const;
    const idOf = (call: ServiceCall) => {
      try {
        safety.check(call, production, 'w');
      } catch (thrown) {
        return reportOf(thrown).confirmation?.id ?? '';
      }
      throw new Error('nothing was asked');
    };
    const id = idOf(update);
    for (const note of [undefined, '', '  \n', '\u200B\u202E'])
      await expect(confirmations.confirm(id, { note }, 'w')).rejects.toMatchObject({ report: { code: 'bad-input', path: 'note' } });
    await confirmations.confirm(id, { note: '  Ticket 7 ' }, 'w');
    idOf({ ...update, input: { ...update.input, body: { display_name: 'Other' } } });
    expect(safety.check(update, production, 'w')).toBe('Ticket 7');
    idOf(update);
  });

  test('isn’t kept where it isn’t asked for', async () => {
    const { safety, question, confirmations, place: at } = setUp();
    await confirmations.confirm(question(update, 'confirm-writes').id, { note: 'x' }, 'w');
    expect(safety.check(update, { name: 'Engines', safety: 'confirm-writes', ...at }, 'w')).toBeUndefined();
  });

  test('is asked for again when a connection becomes production after the check', () => {
    const { safety } = setUp('Engines', undefined, () => true);
    const before = { safety: 'normal', requirePresence: false, environment: 'staging' } as const;
    const now = { ...before, environment: 'production' } as const;
    expect(() => safety.assertStillAllowed(update, before, now)).toThrow('connection-changed');
    expect(() => safety.assertStillAllowed(update, now, now)).not.toThrow();
  });
});
