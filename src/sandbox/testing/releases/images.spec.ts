/** Images that are sent as data and come back as URLs (wire/newer 2.2, 2.8.28), and logos (wire/later 8). */
import { beforeEach, describe, expect, it } from 'vitest';
import { dataUrlOf, gif, jpeg, jpegSize, pixelUrl, png, vp8, webp } from '#tests/support/samples/images.ts';
import { createSmtp } from '../../mail/smtp';
import { createSandbox } from '../../service/handle';
import { type ReleaseScene, releaseScene } from '../release-scene';

const stored = /^http:\/\/localhost:8102\/files\/[0-9a-f-]{36}$/;
const pixel = Buffer.from(pixelUrl.split(',')[1] ?? '', 'base64');

async function readFile(scene: ReleaseScene, url: unknown) {
  const { status, headers, bytes } = await scene.sandbox.sandbox.fetch(new Request(String(url))).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }));
  return { status, type: headers.get('content-type'), bytes };
}

describe.each([
  ['2.8.27', pixelUrl],
  ['2.8.28', expect.stringMatching(stored)],
])('an image of %s that is sent as data', (release, shown) => {
  let scene: ReleaseScene;
  beforeEach(async () => {
    scene = await releaseScene(release);
  });

  it('is shown of users', async () => {
    const token = await scene.signIn();
    const body = { profile_image_url: pixelUrl };
    const own = await scene.call('client', 'PATCH /users/me', { token, body });
    const created = await scene.call('server', 'POST /users', { body });
    const changed = await scene.call('server', `PATCH /users/${created.json.id}`, { body });
    expect([own, created, changed].map(({ json }) => json.profile_image_url)).toEqual([shown, shown, shown]);
  });

  it('is shown of teams and their members', async () => {
    const token = await scene.signIn();
    const body = { profile_image_url: pixelUrl };
    const made = await scene.call('client', 'POST /teams', { token, body: { ...body, display_name: 'T', creator_user_id: 'me' } });
    const changed = await scene.call('client', `PATCH /teams/${made.json.id}`, { token, body });
    const member = await scene.call('client', `PATCH /team-member-profiles/${made.json.id}/me`, { token, body });
    expect([made, changed, member].map(({ json }) => json.profile_image_url)).toEqual([shown, shown, shown]);
  });
});

describe('a stored image', () => {
  let scene: ReleaseScene;
  beforeEach(async () => {
    scene = await releaseScene('2.8.109');
  });
  const storeOwn = async (profile_image_url: string) => {
    const token = await scene.signIn();
    return (await scene.call('client', 'PATCH /users/me', { token, body: { profile_image_url } })).json.profile_image_url;
  };

  it('is read by its URL, also by a page of another site', async () => {
    const url = await storeOwn(pixelUrl);
    expect(await readFile(scene, url)).toEqual({ status: 200, type: 'image/png', bytes: pixel });
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await scene.sandbox.sandbox.fetch(new Request(String(url), { headers }))).status).toBe(200);
    expect((await readFile(scene, String(url).replace(/.{4}$/, '0000'))).status).toBe(404);
  });

  it('that is none is never read as what it claims to be', async () => {
    const url = await storeOwn(`data:image/png;base64,${btoa('<script>alert(1)</script>')}`);
    expect((await readFile(scene, url)).type).toBe('application/octet-stream');
  });

  it('has the URL of each process that serves the data, and may be sent back', async () => {
    const { sandbox: first } = scene;
    const { fetch } = createSandbox({ ...first.context, smtp: createSmtp(1_000), onFault: () => undefined, baseUrl: 'http://localhost:9' });
    const own = await storeOwn(pixelUrl);
    const { json: user } = await scene.call('client', 'GET /users/me', { token: await scene.signIn() });
    const logos = { logo_url: pixelUrl, logo_full_url: 'https://a.example/l.png' };
    await scene.call('admin', 'PATCH /internal/projects/current', { body: logos });
    const other = async (method: string, path: string, body?: object) => {
      const headers = { ...first.headers('admin'), 'content-type': 'application/json' };
      const request = new Request(`http://localhost:9/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return (await fetch(request)).json();
    };
    const elsewhere = String(own).replace('8102', '9');
    expect(await other('GET', `/users/${user.id}`)).toMatchObject({ profile_image_url: elsewhere });
    expect(await other('GET', '/internal/projects/current')).toMatchObject({
      logo_url: expect.stringMatching(/^http:\/\/localhost:9\/files\//),
      logo_full_url: 'https://a.example/l.png',
    });
    await other('PATCH', `/users/${user.id}`, { profile_image_url: elsewhere });
    expect((await scene.call('server', `GET /users/${user.id}`)).json.profile_image_url).toBe(own);
  });
});

describe('a logo', () => {
  const fileOf = (...[bytes, type]: Parameters<typeof dataUrlOf>) => dataUrlOf(bytes, type);
  const update = async (logo_url: string) =>
    (await releaseScene('2.8.30')).call('admin', 'PATCH /internal/projects/current', { body: { logo_url } });

  it.each([
    ['png', fileOf(png(4096, 1))],
    ['jpeg', fileOf(jpeg(jpegSize(1, 1)), 'image/jpeg')],
    ['webp', fileOf(webp(vp8(1, 1)), 'image/webp')],
  ])('%s as data is stored', async (_kind, url) => {
    const { status, json } = await update(url);
    expect([status, json.logo_url]).toEqual([200, expect.stringMatching(stored)]);
  });

  it.each([
    ['ftp://a.example/l.png', 'Invalid profile image URL'],
    [fileOf(png(1, 1), 'image/svg+xml'), 'Invalid profile image URL'],
    ['data:image/png;base64,AAAA', 'Invalid image format or corrupted image data'],
    [fileOf(gif(1, 1)), 'Image type image/gif is not allowed. Allowed types: image/jpeg, image/png, image/webp'],
    [fileOf(png(4097, 1)), 'Image width (4097px) exceeds maximum allowed width (4096px)'],
    [fileOf(png(1, 5000)), 'Image height (5000px) exceeds maximum allowed height (4096px)'],
  ])('%s is refused: %s', async (url, text) => {
    const refused = await update(url);
    expect([refused.status, refused.text]).toEqual([400, text]);
  });
});
