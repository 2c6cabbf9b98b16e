/** Both families of header names (wire/hexclave 2). */
import { describe, expect, it } from 'vitest';
import { releaseScene } from '../release-scene';

const newest = '1.0.125';
const renamed = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('x-stack-', 'x-hexclave-'), value]));

describe('request headers of the new name', () => {
  it.each([
    ['2.8.107', 400],
    ['2.8.108', 200],
    [newest, 200],
  ])('on %s: %i (wire/hexclave 2.1)', async (release, status) => {
    const { sandbox } = await releaseScene(release);
    expect((await sandbox.raw('GET', '/projects/current', renamed(sandbox.headers('client')))).status).toBe(status);
  });

  it('win over the old ones, and may be mixed with them (wire/hexclave 2.1)', async () => {
    const { sandbox } = await releaseScene(newest);
    const both = { ...sandbox.headers('server'), 'x-stack-project-id': 'other', 'x-hexclave-project-id': sandbox.project.id };
    expect((await sandbox.raw('GET', '/users?limit=1', both)).status).toBe(200);
    const wrong = { ...sandbox.headers('server'), 'x-hexclave-secret-server-key': 'ssk_wrong' };
    expect((await sandbox.raw('GET', '/users?limit=1', wrong)).json.code).toBe('INVALID_SECRET_SERVER_KEY');
  });
});

describe('responses', () => {
  it('have each header under both names, with the same value (wire/hexclave 2.2)', async () => {
    const { sandbox } = await releaseScene(newest);
    const { headers, status } = await sandbox.raw('GET', '/projects/current', { 'x-hexclave-override-error-status': 'true' });
    expect(status).toBe(200);
    for (const name of ['request-id', 'known-error', 'actual-status']) {
      expect([name, headers.get(`x-hexclave-${name}`)]).toEqual([name, headers.get(`x-stack-${name}`)]);
      expect(headers.get(`x-stack-${name}`)).not.toBeNull();
    }
  });

  it('have only the old names up to 2.8.107', async () => {
    const { sandbox } = await releaseScene('2.8.107');
    const { headers } = await sandbox.raw('GET', '/projects/current');
    expect([...headers.keys()].filter((name) => name.startsWith('x-hexclave-'))).toEqual([]);
  });

  it('list every header twice for other origins, and expose the request’s ID (wire/hexclave 2.3)', async () => {
    const { sandbox } = await releaseScene(newest);
    const { headers } = await sandbox.raw('OPTIONS', '/users/me');
    const allowed = (headers.get('access-control-allow-headers') ?? '').split(', ');
    const old = allowed.filter((name) => name.startsWith('x-stack-'));
    for (const name of old) expect(allowed).toContain(name.replace('x-stack-', 'x-hexclave-'));
    expect(old).toEqual(expect.arrayContaining(['x-stack-allow-anonymous-user', 'x-stack-allow-restricted-user']));
    expect((headers.get('access-control-expose-headers') ?? '').split(', ')).toEqual([
      'content-type',
      'x-stack-actual-status',
      'x-hexclave-actual-status',
      'x-stack-known-error',
      'x-hexclave-known-error',
      'x-stack-request-id',
      'x-hexclave-request-id',
    ]);
  });

  it.each([
    ['2.8.33', false, false],
    ['2.8.34', true, false],
    ['2.8.86', true, false],
  ])('of %s list the opt-in headers: %s, %s (wire/newer 2.1)', async (release, anonymous, restricted) => {
    const { sandbox } = await releaseScene(release);
    const allowed = (await sandbox.raw('OPTIONS', '/users/me')).headers.get('access-control-allow-headers') ?? '';
    expect([allowed.includes('allow-anonymous-user'), allowed.includes('allow-restricted-user')]).toEqual([anonymous, restricted]);
  });
});

describe('paths', () => {
  it('are the same below /api/latest (wire/hexclave 1)', async () => {
    const { sandbox } = await releaseScene(newest);
    expect((await sandbox.raw('GET', '/api/latest/projects/current', sandbox.headers('client'))).status).toBe(200);
  });

  it('with doubled slashes redirect to the canonical one, with the query (wire/hexclave 2.3)', async () => {
    const { sandbox } = await releaseScene(newest);
    const { status, headers } = await sandbox.raw('GET', '/api/v1//users//me?a=1');
    expect([status, headers.get('location')]).toEqual([308, '/api/v1/users/me?a=1']);
  });
});
