import { beforeEach, describe, expect, it } from 'vitest';
import { keySet, newKeySet } from '#contract/service/models/api-key-models.ts';
import { insertKeySet } from '../stores/key-set-store';
import { findProject } from '../stores/project-store';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let wanted: Record<string, unknown>;
beforeEach(async () => {
  test = await createTestSandbox();
  wanted = {
    description: 'test api key',
    expires_at_millis: test.clock.now() + 1000,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: true,
  };
});

const path = '/internal/api-keys';
const admin = (method: string, at: string, body?: unknown) => test.call('admin', method, at, body);
const serverCall = (key: unknown) =>
  test.raw('GET', '/users?limit=1', { ...test.headers('server'), 'x-stack-secret-server-key': String(key) });

describe('a set of keys', () => {
  it('returns full keys on creation, later only the last four characters', async () => {
    const made = await admin('POST', path, wanted);
    expect(made.status).toBe(200);
    const whole = newKeySet.strict().parse(made.json);
    for (const [prefix, key] of [
      ['pck', whole.publishable_client_key],
      ['ssk', whole.secret_server_key],
      ['sak', whole.super_secret_admin_key],
    ]) {
      expect(key).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{45}$`));
    }
    expect(made.json).not.toHaveProperty('manually_revoked_at_millis');
    const read = await admin('GET', `${path}/${whole.id}`);
    const ends = Object.fromEntries(
      ['publishable_client_key', 'secret_server_key', 'super_secret_admin_key'].map((kind) => [
        kind,
        { last_four: String(made.json[kind]).slice(-4) },
      ]),
    );
    expect(keySet.strict().parse(read.json)).toEqual({ ...made.json, ...ends });
    expect((await admin('GET', path)).items[0]).toEqual(read.json);
  });

  it('has only the requested keys', async () => {
    const made = await admin('POST', path, { ...wanted, has_publishable_client_key: false, has_super_secret_admin_key: false });
    for (const json of [made.json, (await admin('GET', `${path}/${made.json.id}`)).json]) {
      expect(Object.keys(json).filter((name) => name.endsWith('_key'))).toEqual(['secret_server_key']);
    }
  });

  it('works until it expires or is revoked', async () => {
    const { json } = await admin('POST', path, wanted);
    expect((await serverCall(json.secret_server_key)).status).toBe(200);
    expect((await serverCall(json.publishable_client_key)).json.code).toBe('INVALID_SECRET_SERVER_KEY');
    test.clock.advance(1000);
    expect((await serverCall(json.secret_server_key)).json.code).toBe('INVALID_SECRET_SERVER_KEY');
    const other = await admin('POST', path, { ...wanted, expires_at_millis: test.clock.now() + 1000 });
    await admin('PATCH', `${path}/${other.json.id}`, { revoked: true });
    expect((await serverCall(other.json.secret_server_key)).json.code).toBe('INVALID_SECRET_SERVER_KEY');
  });

  it('can be created with an expiry in the past', async () => {
    const { json } = await admin('POST', path, { ...wanted, expires_at_millis: 1 });
    expect(json.expires_at_millis).toBe(1);
    expect((await serverCall(json.secret_server_key)).status).toBe(401);
  });

  it('changes its description, and keeps its first revocation time', async () => {
    const { json } = await admin('POST', path, wanted);
    const at = `${path}/${json.id}`;
    expect((await admin('PATCH', at, { description: '' })).json.description).toBe('');
    const first = (await admin('PATCH', at, { revoked: true })).json.manually_revoked_at_millis;
    expect(first).toBe(test.clock.now());
    test.clock.advance(5);
    const again = await admin('PATCH', at, { revoked: true, description: 'gone' });
    expect(again.json).toMatchObject({ manually_revoked_at_millis: first, description: 'gone' });
    expect((await admin('PATCH', at, {})).json).toEqual(again.json);
  });
});

describe('rejected requests', () => {
  it('rejects a set of another project', async () => {
    const internal = findProject(test.store, 'internal');
    const id = '11111111-2222-4333-8444-555555555555';
    const none = { publishable_client_key: null, secret_server_key: null, super_secret_admin_key: null };
    insertKeySet(test.store, { id, project: internal?.key ?? 0, description: 'x', createdAt: 0, expiresAt: 0, ...none });
    for (const answer of [await admin('GET', `${path}/${id}`), await admin('PATCH', `${path}/${id}`, { revoked: true })]) {
      expect([answer.status, answer.json.code]).toEqual([404, 'API_KEY_NOT_FOUND']);
    }
    expect((await admin('GET', path)).items.map((item) => item.id)).not.toContain(id);
  });

  it('rejects DELETE', async () => {
    const { json } = await admin('POST', path, wanted);
    expect((await admin('DELETE', `${path}/${json.id}`)).status).toBe(405);
  });

  it.each(['client', 'server'] as const)('%s access', async (access) => {
    for (const method of ['GET', 'POST']) {
      expect((await test.call(access, method, path, method === 'POST' ? wanted : undefined)).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
    }
  });

  it.each<[string, () => unknown, string]>([
    ['no expiry', () => ({ ...wanted, expires_at_millis: undefined }), 'body.expires_at_millis must be defined'],
    ['no end', () => ({ ...wanted, expires_at_millis: null }), 'body.expires_at_millis cannot be null'],
    ['nothing about a kind', () => ({ ...wanted, has_secret_server_key: undefined }), 'body.has_secret_server_key must be defined'],
    ['more', () => ({ ...wanted, scope: 'x' }), 'body contains unknown properties: scope'],
  ])('%s', async (_what, body, line) => {
    expect((await admin('POST', path, body())).json.error).toContain(line);
  });

  it.each<[unknown, string]>([
    [{ revoked: false }, 'body.revoked must be one of the following values: true'],
    [{ expires_at_millis: 1 }, 'body contains unknown properties: expires_at_millis'],
  ])('%j of an update', async (body, line) => {
    const { json } = await admin('POST', path, wanted);
    expect((await admin('PATCH', `${path}/${json.id}`, body)).json.error).toContain(line);
  });
});
