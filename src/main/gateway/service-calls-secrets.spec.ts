import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import { secrets as secretCalls } from '#contract/bridge/secrets.ts';
import { endpoint } from '#contract/definitions.ts';
import { createDispatcher } from '#contract/dispatch.ts';
import { secretText } from '#contract/service/models/secret.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts';
import { completed } from '#tests/support/main/connection-targets.ts';
import { createScriptedTransport, response, seededRandom } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';
import type { Caller } from '../ports/caller';
import type { Clipboard } from '../ports/ports';
import { destinationOfRecord } from '../records/destination';
import { keysInHand } from '../remote/project-keys';
import { createSender } from '../remote/send';
import { createTopic } from '../runtime/topics';
import { createSecretCopier } from './copy-secret';
import { createEnvFiles } from './env-files';
import { createSecretHandlers } from './secret-handlers';
import { createSecretReferences, referenceTtlMillis, type SecretReferences } from './secret-references';
import { createServiceCalls } from './service-calls';
import { createSlowCalls } from './slow-calls';

const smtp = z.object({ host: z.string(), password: secretText.nullable() });
const settings = z.object({ smtp, providers: z.array(z.object({ id: z.string(), client_secret: secretText.optional() })) });
const secretPaths = ['smtp.password', 'providers.*.client_secret'];
const config = {
  read: endpoint({
    method: 'GET',
    path: '/config',
    secrets: { response: secretPaths },
    actors: { project: { access: 'server', response: settings } },
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/config',
    invalidates: [],
    journal: { none: 'check' },
    secrets: { response: secretPaths, body: secretPaths },
    actors: { project: { access: 'server', body: settings, response: settings } },
  }),
};

const stored = {
  smtp: { host: 'mail.example', password: 'the password of the mail server' },
  providers: [{ id: 'github', client_secret: 'the client secret of github' }, { id: 'google', client_secret: 'short' }, { id: 'shared' }],
};

interface Scene {
  readonly ask: (name: 'read' | 'update', body?: unknown, windowId?: string) => Promise<unknown>;
  readonly dispatch: (name: string, input: unknown, caller: Caller) => Promise<unknown>;
  /** The content of the clipboard. */
  readonly held: { readonly text: string };
  readonly secretReferences: SecretReferences;
  readonly clock: FakeClock;
  /** Bodies that were sent to the service. */
  readonly sent: () => unknown[];
}

function setUp(answer: object = stored): Scene {
  const clock = createFakeClock();
  const random = seededRandom();
  const transport = createScriptedTransport(({ body }) => response(body === undefined ? answer : JSON.parse(body)));
  const sender = createSender({ transport, clock, random, clientVersion: 'x @y/z@1' });
  const secretReferences = createSecretReferences(clock, () => Buffer.from(random(16)).toString('hex'));
  const held = { text: '' };
  const clipboard: Clipboard = {
    read: async () => held.text,
    write: async (text) => {
      held.text = text;
    },
  };
  const envFiles = createEnvFiles({ chooseFile: null, references: secretReferences, newId: () => 'file' });
  const unused = () => {
    throw new Error('not used');
  };
  const dispatch = createDispatcher<Caller>({
    contract: { secrets: secretCalls },
    topics: {},
    handlers: {
      secrets: {
        ...createSecretHandlers({
          references: secretReferences,
          copier: createSecretCopier({ clipboard, clock, seconds: () => 30, isLocked: () => false, minimize: () => null }),
          envFiles,
          guard: { check: () => undefined },
          records: () => [sampleConnection],
          destinationOf: () => destinationOfRecord(sampleConnection),
          assertPermitted: () => undefined,
        }),
      },
    },
    catalog: { config },
    callService: createServiceCalls({
      sender,
      secretReferences,
      connections: {
        find: () => sampleConnection,
        targetOf: async () => ({ isComplete: false, baseUrl: 'http://x.test', projectId: 'p', keys: keysInHand({ server: 'ssk' }) }),
      },
      safety: { check: () => undefined, assertStillAllowed: () => undefined },
      releases: { redetect: unused },
      sessions: {
        isImpersonated: () => false,
        source: unused,
        describe: unused,
        complete: (_id, target) => completed(target),
        target: unused,
      },
      onWrite: () => undefined,
      slowCalls: createSlowCalls(
        createTopic<SlowCall[]>('diagnostics.slowCalls', [], () => undefined),
        clock,
        () => 'slow',
      ),
    }),
    onFault: () => undefined,
  });
  const ask: Scene['ask'] = (name, body, windowId = 'w') =>
    dispatch(`service.config.${name}`, { actor: 'project', connectionId: 'c', ...(body === undefined ? {} : { body }) }, { windowId });
  return {
    ask,
    dispatch,
    held,
    secretReferences,
    clock,
    sent: () => transport.requests.flatMap(({ body }) => (body === undefined ? [] : [JSON.parse(body)])),
  };
}

const shown = async ({ ask }: Scene, windowId = 'w') => (await ask('read', undefined, windowId)) as { ok: true; value: typeof stored };
const reference = { ref: expect.stringMatching(/^[0-9a-f]{32}$/) };

test('a window gets references for secrets, and the rest unchanged', async () => {
  const scene = setUp();
  const reply = await shown(scene);
  expect(reply).toEqual({
    ok: true,
    value: {
      smtp: { host: 'mail.example', password: { ...reference, last_four: 'rver' } },
      providers: [
        { id: 'github', client_secret: { ...reference, last_four: 'thub' } },
        { id: 'google', client_secret: reference },
        { id: 'shared' },
      ],
    },
  });
  expect(JSON.stringify(reply)).not.toMatch(/the password|the client|short/);
});

test('the service gets restored secrets together with entered values', async () => {
  const scene = setUp();
  const { value } = await shown(scene);
  const [github, google, shared] = value.providers;
  const edited = { smtp: { ...value.smtp, host: 'other.example' }, providers: [google, { ...github, client_secret: 'typed' }, shared] };
  const reply = await scene.ask('update', edited);
  expect(scene.sent()).toEqual([
    {
      smtp: { host: 'other.example', password: stored.smtp.password },
      providers: [{ id: 'google', client_secret: 'short' }, { id: 'github', client_secret: 'typed' }, { id: 'shared' }],
    },
  ]);
  expect(reply).toMatchObject({ ok: true, value: { smtp: { password: reference }, providers: [{}, { client_secret: reference }, {}] } });
});

test('sends nothing for an expired, an unknown, or another window’s reference', async () => {
  const scene = setUp();
  const { value } = await shown(scene);
  const expired = { ok: false, error: { code: 'secret-expired' } };
  expect(await scene.ask('update', value, 'another')).toEqual(expired);
  expect(await scene.ask('update', { ...value, smtp: { host: 'x', password: { ref: 'made up' } } })).toEqual(expired);
  await scene.clock.advance(referenceTtlMillis + 1);
  expect(await scene.ask('update', value)).toEqual(expired);
  scene.secretReferences.forgetWindow('w');
  expect(await scene.ask('update', value)).toEqual(expired);
  expect(scene.sent()).toEqual([]);
});

test('rejects a reference in a field that is not secret', async () => {
  const scene = setUp();
  const { value } = await shown(scene);
  const moved = { ...value, smtp: { host: value.smtp.password, password: null } };
  expect(await scene.ask('update', moved)).toEqual({ ok: false, error: { code: 'bad-input', path: 'body.smtp.host' } });
  const padded = { ...value, smtp: { ...value.smtp, password: { ...(value.smtp.password as unknown as object), text: 'x' } } };
  expect(await scene.ask('update', padded)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  expect(scene.sent()).toEqual([]);
});

test('copies for 30 s and reveals a secret for its own window only', async () => {
  const scene = setUp();
  const { value } = await shown(scene);
  const { ref } = value.smtp.password as unknown as { ref: string };
  expect(await scene.dispatch('secrets.copy', { ref }, { windowId: 'w' })).toEqual({ ok: true, value: null });
  expect(scene.held.text).toBe(stored.smtp.password);
  await scene.clock.advance(30_000);
  expect(scene.held.text).toBe('');
  expect(await scene.dispatch('secrets.reveal', { ref }, { windowId: 'w' })).toEqual({ ok: true, value: { text: stored.smtp.password } });
  for (const name of ['secrets.copy', 'secrets.reveal'])
    expect(await scene.dispatch(name, { ref }, { windowId: 'another' })).toEqual({ ok: false, error: { code: 'secret-expired' } });
  expect(scene.held.text).toBe('');
});

test('a raw response has the fields that the schema doesn’t know, and neither secrets nor references', async () => {
  const { dispatch } = setUp({
    ...stored,
    smtp: { ...stored.smtp, tls: 'required', api_token: 'the token' },
    later: { a: 1, secret: 'of a later release' },
  });
  const reply = await dispatch('service.config.read', { actor: 'project', connectionId: 'c', raw: true }, { windowId: 'w' });
  expect(reply).toEqual({
    ok: true,
    value: {
      smtp: { host: 'mail.example', password: '***', tls: 'required', api_token: '***' },
      providers: [{ id: 'github', client_secret: '***' }, { id: 'google', client_secret: '***' }, { id: 'shared' }],
      later: { a: 1, secret: '***' },
    },
  });
});

test.each([
  ['of a write', 'update', { body: stored, raw: true }],
  ['of a read, if that is no answer to whether', 'read', { raw: 'yes' }],
])('a raw response %s is refused', async (_what, name, input) => {
  const { dispatch, sent } = setUp();
  const reply = await dispatch(`service.config.${name}`, { actor: 'project', connectionId: 'c', ...input }, { windowId: 'w' });
  expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  expect(sent()).toEqual([]);
});
