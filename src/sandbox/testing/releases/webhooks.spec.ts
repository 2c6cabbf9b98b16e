import { expect, test } from 'vitest';
import { releaseScene } from '../release-scene';

test.each([
  ['2.8.51', { token: expect.any(String) }],
  ['2.8.52', { token: expect.any(String), url: expect.stringMatching(/^https:\/\/.*#key=/) }],
])('%s responds with a token and, if it does, the URL of the portal', async (release, expected) => {
  const { call } = await releaseScene(release);
  expect((await call('admin', 'POST /webhooks/svix-token', { body: {} })).json).toEqual(expected);
});
