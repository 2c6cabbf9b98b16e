import { expect, test } from 'vitest';
import { releaseScene } from '../release-scene';

test.each([
  ['2.8.87', 404],
  ['2.8.88', 200],
])('%s counts users and anonymous ones: %i (wire/hexclave 4.2, 2.8.88)', async (release, status) => {
  const { call } = await releaseScene(release);
  const { status: found, json } = await call('admin', 'GET /internal/metrics/user-counts');
  expect(found).toBe(status);
  const all = (await call('server', 'GET /users?include_anonymous=true')).items;
  const anonymous = all.filter(({ is_anonymous }) => is_anonymous).length;
  if (status === 200) expect(json).toEqual({ total_users: all.length, anonymous_users: anonymous });
});

test.each([
  ['2.8.84', 5],
  ['2.8.85', 12],
])('%s lists %i of the 12 users who registered last (wire/newer 2.7, wire/corrections 2.8.86)', async (release, count) => {
  const { call } = await releaseScene(release);
  const existing = (await call('server', 'GET /users?include_anonymous=true')).items.length;
  for (let at = existing; at < 12; at += 1) await call('server', 'POST /users', { body: { display_name: `User ${at}` } });
  const { json } = await call('admin', 'GET /internal/metrics');
  const registered = json.recently_registered as { signed_up_at_millis: number }[];
  expect(registered).toHaveLength(count);
  const times = registered.map(({ signed_up_at_millis: millis }) => millis);
  expect(times).toEqual([...times].sort((one, other) => other - one));
  expect((await call('client', 'GET /internal/metrics')).status).toBe(401);
});

test.each([
  ['2.8.85', 'true', 'SCHEMA_ERROR'],
  ['2.8.86', 'true', null],
  ['2.8.86', 'false', null],
  ['2.8.86', 'yes', 'SCHEMA_ERROR'],
])('of %s may say whether they include anonymous users: %s, %s (wire/newer 2.7)', async (release, include, known) => {
  const { call } = await releaseScene(release);
  expect((await call('admin', `GET /internal/metrics?include_anonymous=${include}`)).known).toBe(known);
});
