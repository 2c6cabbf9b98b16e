import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { hour, setUp } from '#tests/support/main/impersonation-profile.ts';
import { connect, user } from '#tests/support/main/impersonation-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { tokenReleases } from '#tests/support/samples/access-token.ts';
import type { HostConfirmation } from '../ports/ports';

type Form = (typeof tokenReleases)[number];

async function withConfirm(form: Form = '2.8.4') {
  const copied: string[] = [];
  const clipboard = { read: async () => copied.at(-1) ?? '', write: async (text: string) => void copied.push(text) };
  const confirm = vi.fn(async (_confirmation: HostConfirmation) => true);
  const one = await setUp({ form, ports: { clipboard, confirm } });
  const connectionId = await connect(one.first);
  const create = () => one.first.api.impersonations.createSession({ connectionId, userId: user.id, durationMillis: hour });
  const recorded = async () => (await one.first.api.impersonations.createdSessions({ connectionId, userId: user.id })).sessions;
  return { ...one, connectionId, copied, confirm, create, recorded };
}

describe.each(tokenReleases)('a session that isn’t impersonation, of release %s,', (form) => {
  test('is confirmed outside the page, recorded, and withholds its token', async () => {
    const { first, service, clock, confirm, create, recorded, copied, profile } = await withConfirm(form);
    const created = await create();
    const [session] = [...service.sessions.values()];
    expect(session).toMatchObject({ isImpersonation: false, lifeMillis: hour });
    expect(created).toEqual({
      sessionId: session?.id,
      expiresAt: clock.now() + hour,
      refreshToken: { ref: expect.any(String), last_four: 'xxx1' },
    });
    expect(confirm.mock.calls[0]?.[0]).toMatchObject({
      title: 'Create a session for this user?',
      facts: [{ value: 'Alan Turing, alan@bletchley.example' }, { value: 'x.test' }, { label: 'Expires' }],
    });
    expect(await recorded()).toMatchObject([{ sessionId: session?.id, state: 'created', expiresAt: clock.now() + hour }]);
    expect(await readFile(join(profile, 'created-sessions.json'), 'utf8')).not.toMatch(/refresh\dx|xxx1|eyJ/);
    await first.api.secrets.copy({ ref: created.refreshToken.ref });
    expect(copied).toEqual([session?.token]);
    expect([await first.list(), await first.accounts()]).toEqual([[], []]);
    await first.app.close();
    expect(service.ids()).toHaveLength(1);
  });
});

test('without the confirmation, no session is created or recorded', async () => {
  const { service, confirm, create, recorded } = await withConfirm();
  confirm.mockResolvedValueOnce(false);
  expect(await reportOf(create())).toMatchObject({ code: 'not-confirmed' });
  expect([service.ids(), await recorded()]).toEqual([[], []]);
});

test('its token is revealed after another confirmation only, and never sent by the window', async () => {
  const { first, service, clock, confirm, create, connectionId } = await withConfirm();
  const { refreshToken } = await create();
  confirm.mockResolvedValueOnce(false);
  expect(await reportOf(first.api.secrets.reveal({ ref: refreshToken.ref }))).toMatchObject({ code: 'not-confirmed' });
  await clock.advance(60_000);
  expect(await first.api.secrets.reveal({ ref: refreshToken.ref })).toEqual({ text: [...service.sessions.values()][0]?.token });
  expect(confirm).toHaveBeenCalledTimes(3);
  // As the password of an email server, it would reach any host.
  const emailConfig = {
    type: 'standard',
    host: 'evil.example',
    port: 25,
    username: 'u',
    password: refreshToken,
    sender_name: 'n',
    sender_email: 'e@x.test',
  };
  const request = { actor: 'project', connectionId, body: { config: { email_config: emailConfig } } };
  const reply = await first.app.dispatch('service.projects.update', request, { windowId: 'w' });
  expect(reply).toEqual({ ok: false, error: { code: 'secret-expired' } });
});

test('a lost response stays recorded, with the way to take the session back', async () => {
  const { service, create, recorded } = await withConfirm();
  service.mode = 'lost-response';
  expect(await reportOf(create())).toMatchObject({ code: 'connection-lost' });
  expect(await recorded()).toMatchObject([{ sessionId: null, state: 'requested' }]);
});

test('a request that never arrived leaves no record', async () => {
  const { service, create, recorded, confirm } = await withConfirm();
  // The user was read before the confirmation.
  confirm.mockImplementationOnce(async () => {
    service.mode = 'unreachable';
    return true;
  });
  expect(await reportOf(create())).toMatchObject({ code: 'unreachable' });
  service.mode = 'up';
  expect([service.ids(), await recorded()]).toEqual([[], []]);
});
