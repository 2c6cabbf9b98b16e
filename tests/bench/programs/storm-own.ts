/** Our own client in a storm of calls: alone, or as one of the processes of a profile. */

import { randomBytes } from 'node:crypto';
import type { Account } from '#contract/bridge/accounts.ts';
import { catalog } from '#contract/service/index.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender, type Target } from '#main/remote/send.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { createSessions, type Sessions } from '#main/session/sessions.ts';
import { createTokenStore } from '#main/session/token-store.ts';
import { incomplete } from '../../support/main/connection-targets';
import { openCrashing } from '../../support/main/crashing';
import { inOneProcess } from '../../support/main/in-one-process';
import { type StormScene, serveStorm } from '../lib/storm-client';
import { stormAccount } from '../lib/storm-profile';

const connectionId = 'c';
const clientVersion = 'electron @latchkey/desktop@0.0.0';
const sender = createSender({ transport: createUndiciTransport(), clock: systemClock, random: randomBytes, clientVersion });

serveStorm(async (scene) => {
  const to: Target = { baseUrl: scene.url, projectId: 'p', keys: keysInHand({ client: 'pck_of_the_project' }) };
  const { sessions, accountId } = scene.profile === undefined ? await openAlone(scene, to) : await openShared(scene.profile, scene);
  const options = { session: sessions.source(accountId, connectionId) };
  return () => sender.send(catalog.users.me, 'account', sessions.complete(connectionId, incomplete(to)), {}, options);
});

interface Opened {
  readonly sessions: Sessions;
  readonly accountId: string;
}

async function openAlone({ accessToken, refreshToken }: StormScene, to: Target): Promise<Opened> {
  const sessions = createSessions({
    ...inOneProcess(),
    store: createTokenStore(createMemoryStore(), systemClock),
    topic: createTopic<Account[]>('accounts.list', [], () => undefined),
    newId: () => randomBytes(16).toString('hex'),
    target: async () => incomplete(to),
    clock: systemClock,
    sender,
  });
  return { sessions, accountId: await sessions.add({ connectionId, userId: 'ada', refreshToken, accessToken }) };
}

async function openShared(profile: string, { url }: StormScene): Promise<Opened> {
  const { sessions, accounts } = await openCrashing(stormAccount(profile, url));
  return { sessions, accountId: accounts()[0]?.id ?? '' };
}
