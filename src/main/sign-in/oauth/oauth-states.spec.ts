import { describe, expect, test } from 'vitest';
import { oauthStateMillis } from '#contract/limits.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createLockableStore, reportOf } from '#tests/support/main/test-ports.ts';
import { samplePendingOAuth } from '#tests/support/samples/sample-oauth.ts';
import { createPendingWrites } from '../../runtime/pending';
import { memoryFile } from '../../storage/json-file';
import { createOAuthStates, type StateIndex } from './oauth-states';

function setUp() {
  const [secrets, clock, file] = [createLockableStore(), createFakeClock(), memoryFile<StateIndex>([])];
  const pendingWrites = createPendingWrites();
  const parts = { secrets, clock, file, pendingWrites };
  return { ...parts, states: createOAuthStates(parts), later: () => createOAuthStates(parts) };
}

describe('closing the app', () => {
  test('waits for the removal of a sign-in that was canceled', async () => {
    const { states, file, secrets, pendingWrites } = setUp();
    await states.keep('state', samplePendingOAuth);
    const [kept] = await file.read();
    // Canceling a sign-in doesn't wait for the removal.
    void states.take('state');
    await pendingWrites.settled();
    expect([await file.read(), await secrets.get(kept?.item ?? '')]).toEqual([[], null]);
  });

  test('waits for a sign-in that is being stored, and for the expired ones that this removes', async () => {
    const { states, file, clock, pendingWrites } = setUp();
    await states.keep('first', samplePendingOAuth);
    await clock.advance(oauthStateMillis + 1);
    void states.keep('second', samplePendingOAuth);
    await pendingWrites.settled();
    expect(await file.read()).toHaveLength(1);
    expect(await states.find('second')).toEqual(samplePendingOAuth);
  });
});

describe('a pending sign-in', () => {
  test('is found repeatedly, also after a restart, and taken once', async () => {
    const { states, later } = setUp();
    await states.keep('state', samplePendingOAuth);
    expect(await states.find('state')).toEqual(samplePendingOAuth);
    expect(await later().find('state')).toEqual(samplePendingOAuth);
    expect(await states.take('state')).toEqual(samplePendingOAuth);
    expect([await states.take('state'), await states.find('state'), await later().take('state')]).toEqual([null, null, null]);
  });

  test('is taken by one of two concurrent callers', async () => {
    const { states } = setUp();
    await states.keep('state', samplePendingOAuth);
    const both = await Promise.all([states.take('state'), states.take('state')]);
    expect(both.filter((found) => found !== null)).toEqual([samplePendingOAuth]);
  });

  test('is not found by another state, or after an hour', async () => {
    const { states, clock } = setUp();
    await states.keep('state', samplePendingOAuth);
    expect([await states.find('State'), await states.find(''), await states.take('other')]).toEqual([null, null, null]);
    await clock.advance(oauthStateMillis);
    expect(await states.find('state')).toEqual(samplePendingOAuth);
    await clock.advance(1);
    expect([await states.find('state'), await states.take('state')]).toEqual([null, null]);
  });

  test('is removed after it expired, by the next start or sign-in; the list contains no state', async () => {
    const { states, later, clock, file, secrets } = setUp();
    await states.keep('first', samplePendingOAuth);
    const [first] = await file.read();
    expect(JSON.stringify(first)).not.toContain('first');
    await clock.advance(oauthStateMillis + 1);
    await states.keep('second', samplePendingOAuth);
    expect([await secrets.get(first?.item ?? ''), (await file.read()).length]).toEqual([null, 1]);
    await clock.advance(oauthStateMillis + 1);
    await later().load();
    expect(await file.read()).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['no time', JSON.stringify(samplePendingOAuth)],
    ['no JSON', `${Date.UTC(2026, 10, 20, 12)} {`],
    ['other fields', `${Date.UTC(2026, 10, 20, 12)} {"connectionId":"c"}`],
    ['a list', `${Date.UTC(2026, 10, 20, 12)} []`],
  ])('counts as unknown where the keychain has %s in its place', async (_what, text) => {
    const { states, file, secrets } = setUp();
    await states.keep('state', samplePendingOAuth);
    await secrets.set((await file.read())[0]?.item ?? '', text);
    expect(await states.take('state')).toBeNull();
  });

  test('can’t be read while the keychain is locked, and is found afterwards', async () => {
    const { states, secrets } = setUp();
    await states.keep('state', samplePendingOAuth);
    secrets.locked = true;
    expect(await reportOf(states.take('state'))).toEqual({ code: 'keychain-locked' });
    expect(await reportOf(states.keep('other', samplePendingOAuth))).toEqual({ code: 'keychain-locked' });
    secrets.locked = false;
    expect(await states.take('state')).toEqual(samplePendingOAuth);
  });
});
