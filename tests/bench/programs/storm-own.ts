/** Our own client in a storm of calls: alone, or as one of the processes of a profile. */

import { randomBytes } from 'node:crypto';
import type { Account } from '../../../src/contract/bridge/accounts';
import { catalogue } from '../../../src/contract/service/index';
import { createMemoryStore } from '../../../src/main/keychain/memory-store';
import { keysInHand } from '../../../src/main/remote/project-keys';
import { createSender, type Target } from '../../../src/main/remote/send';
import { createUndiciTransport } from '../../../src/main/remote/undici-transport';
import { systemClock } from '../../../src/main/runtime/system-clock';
import { createTopic } from '../../../src/main/runtime/topics';
import { createSessions, type Sessions } from '../../../src/main/session/sessions';
import { createTokenStore } from '../../../src/main/session/token-store';
import { alone } from '../../support/alone';
import { incomplete } from '../../support/connection-targets';
import { openCrashing } from '../../support/crashing';
import { type StormScene, serveStorm } from '../lib/storm-client';
import { stormAccount } from '../lib/storm-profile';

const connectionId = 'c';
const clientVersion = 'electron @latchkey/desktop@0.0.0';
const sender = createSender({ transport: createUndiciTransport(), clock: systemClock, random: randomBytes, clientVersion });

serveStorm(async (scene) => {
  const to: Target = { baseUrl: scene.url, projectId: 'p', keys: keysInHand({ client: 'pck_of_the_project' }) };
  const { sessions, accountId } = scene.profile === undefined ? await openAlone(scene, to) : await openShared(scene.profile, scene);
  const options = { session: sessions.source(accountId, connectionId) };
  return () => sender.send(catalogue.users.me, 'account', sessions.complete(connectionId, incomplete(to)), {}, options);
});

interface Opened {
  readonly sessions: Sessions;
  readonly accountId: string;
}

async function openAlone({ accessToken, refreshToken }: StormScene, to: Target): Promise<Opened> {
  const sessions = createSessions({
    ...alone(),
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
