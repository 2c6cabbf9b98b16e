/** A session with a store, a clock and a refresh that the test controls. */
import { vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createSession } from '#main/session/session.ts';
import { createServerClock } from '#main/session/token-life.ts';
import { createTokenStore, noRefreshLock } from '#main/session/token-store.ts';
import { createFakeClock, someDay } from '../fake-clock';
import type { TokenRelease } from '../samples/access-token';
import { accessToken, createLockableStore } from './test-ports';

export const minute = 60_000;
/** Returns access tokens of a release that end at different times. */
export const sessionTokens = (release?: TokenRelease) => ({
  long: accessToken(someDay + 10 * minute, 'long', release),
  longer: accessToken(someDay + 11 * minute, 'longer', release),
  short: accessToken(someDay + 5_000, 'short', release),
  over: accessToken(someDay - minute, 'over', release),
});

export const { long, longer, over } = sessionTokens();

/** Creates a refresh that the test resolves or rejects. */
export function controlledRefresh() {
  const asked: { refreshToken: string; resolve: (access: string) => void; reject: (cause: unknown) => void }[] = [];
  const requestRefresh = vi.fn(
    (refreshToken: string) => new Promise<string>((resolve, reject) => asked.push({ refreshToken, resolve, reject })),
  );
  return { asked, requestRefresh };
}

export async function setUp(access: string | null, requestRefresh: (refreshToken: string) => Promise<string> = async () => longer) {
  const secrets = createLockableStore();
  const clock = createFakeClock();
  const store = createTokenStore(secrets, clock);
  await store.write('a', { refresh: 'r', access });
  const refresh = vi.fn(requestRefresh);
  const onEnded = vi.fn(async () => undefined);
  const isUsed = vi.fn(async () => true);
  const hasUser = vi.fn(async () => true);
  const onRefreshed = vi.fn(async () => undefined);
  const serverClock = createServerClock(clock);
  const parts = { tokenSet: 'a', store, serverClock, lock: noRefreshLock, requestRefresh: refresh, hasUser, isUsed, onRefreshed, onEnded };
  return { session: createSession(parts), parts, store, secrets, refresh, hasUser, isUsed, onRefreshed, onEnded, clock };
}

export const knownFailure = (known: string) => new AppError({ code: 'known-error', known, status: 401 });
export const refreshRefused = () => knownFailure('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
