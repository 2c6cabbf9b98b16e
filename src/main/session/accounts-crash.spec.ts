import { describe, expect, test } from 'vitest';
import { fresh, keptTokenSets, keychain, leftoversGone, live, over, start, tokenSets } from '#tests/support/main/profile-process.ts';
import { refreshed } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { SecretStore } from '../ports/ports';

describe('a crash', () => {
  /** Fails at one step and all later ones, like a process that has ended. */
  function dying(after: number) {
    let steps = 0;
    const step = () => {
      steps += 1;
      if (steps > after) throw new Error('dead');
    };
    return { step, steps: () => steps };
  }

  const doings: { what: string; doing: (one: Awaited<ReturnType<typeof start>>, id: string) => Promise<unknown>; after: unknown }[] = [
    { what: 'a sign-in', doing: ({ add }) => add('bob'), after: ['ada', 'bob'] },
    { what: 'a sign-in that replaces', doing: ({ add }) => add('ada', live, 'c', 'second-refresh-ada'), after: ['ada'] },
    { what: 'a hand-over', doing: ({ sessions }, id) => sessions.share(id, 'c', async () => undefined), after: ['ada'] },
    { what: 'a sign-out', doing: ({ sessions }, id) => sessions.forget(id), after: [] },
    { what: 'a refresh', doing: ({ sessions }, id) => sessions.source(id, 'c').tokens(), after: ['ada'] },
  ];

  test.each(doings)('between any two steps of $what leaves it as before or as after', async ({ doing, after }) => {
    for (let limit = 0, isDone = false; !isDone; limit += 1) {
      const profile = await temporaryFolder();
      const secrets = keychain();
      const first = await start(profile, secrets);
      const id = await first.add('ada', over);
      first.sessions.close();

      const life = dying(limit);
      const mortal: SecretStore = {
        kind: 'system',
        get: secrets.get,
        set: async (key, value) => {
          life.step();
          await secrets.set(key, value);
        },
        delete: async (key) => {
          life.step();
          await secrets.delete(key);
        },
      };
      const victim = await start(profile, mortal, {
        answer: () => {
          life.step();
          return refreshed(fresh);
        },
        file: ({ read, update }) => ({
          read,
          async update(change) {
            life.step();
            return update(change);
          },
        }),
      });
      isDone = await doing(victim, id).then(
        () => life.steps() <= limit,
        () => false,
      );
      victim.sessions.close();

      const next = await start(profile, secrets, { answer: () => refreshed(fresh) });
      await leftoversGone(profile);
      const users = next.topic.get().value.map(({ userId }) => userId);
      expect([['ada'], after]).toContainEqual(users);
      if (isDone) expect(users).toEqual(after);
      for (const account of next.topic.get().value) {
        if (account.userId === 'ada') expect(account.id).toBe(id);
        expect((await next.sessions.source(account.id, 'c').tokens()).refresh).toMatch(`refresh-${account.userId}`);
      }
      expect(keptTokenSets(secrets.items)).toEqual((await tokenSets(profile)).sort());
    }
  });
});
