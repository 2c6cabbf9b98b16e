/** Handlers of the bridge's `impersonations` calls. */
import type { Account } from '../../contract/bridge/accounts';
import type { Impersonation } from '../../contract/bridge/impersonations';
import type { Bridge } from '../../contract/bridge/index';
import type { ServiceCall } from '../../contract/dispatch';
import { fail } from '../../contract/errors';
import type { Handlers } from '../../contract/kit';
import { catalogue } from '../../contract/service/index';
import type { Translator } from '../../messages/translator';
import type { HostConfirmations } from '../callback/host-confirmations';
import type { Connections } from '../connections/records/connections';
import type { Gateway } from '../gateway/create-gateway';
import type { Sender } from '../remote/send';
import type { Caller } from '../runtime/caller';
import type { PendingWrites } from '../runtime/pending';
import type { Topic } from '../runtime/topic';
import type { Sessions } from '../session/sessions';
import type { Impersonations } from './impersonations';
import { requestSession, type SessionRequest } from './request-session';
import { tokenConfirmation } from './token-confirmation';

export interface ImpersonationHandlersDeps {
  readonly service: Impersonations;
  readonly pendingWrites: PendingWrites;
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'source' | 'target' | 'serverTime'>;
  readonly connections: Pick<Connections, 'destinationOf' | 'find'>;
  readonly gateway: Pick<Gateway, 'makeChange' | 'checkChange' | 'checkPresence' | 'withhold' | 'copier'>;
  readonly hostConfirmations: HostConfirmations;
  readonly translator: () => Translator;
  readonly accounts: Pick<Topic<Account[]>, 'get'>;
  readonly topic: Topic<Impersonation[]>;
  readonly hasClipboard: boolean;
}

type ImpersonationHandlers = Handlers<Bridge, Caller>['impersonations'];

/** Creates the handlers. */
export function createImpersonationHandlers(deps: ImpersonationHandlersDeps): ImpersonationHandlers {
  const { service, pendingWrites, gateway, topic } = deps;
  return {
    list: async () => topic.get(),
    async start(request, caller) {
      const { connectionId, userId, durationMillis } = request;
      const assertAllowed = gateway.checkChange(creation(connectionId, { userId, durationMillis, isImpersonation: true }), caller);
      return pendingWrites.add(service.start(request, assertAllowed));
    },
    end: async ({ id }) => ({ endedAtService: await pendingWrites.add(service.end(id)) }),
    async leave({ connectionId }) {
      await pendingWrites.add(service.leave(connectionId));
      return null;
    },
    copyRefreshToken: ({ id }, caller) => copyRefreshToken(deps, id, caller),
    createSession: (request, caller) => createSession(deps, request, caller),
  };
}

/** Returns the call whose effect the safety level allows or refuses. */
function creation(connectionId: string, body: SessionRequest): ServiceCall {
  return { name: 'auth.createSession', row: catalogue.auth.createSession, actor: 'project', connectionId, input: { body } };
}

async function copyRefreshToken(deps: ImpersonationHandlersDeps, id: string, caller: Caller): Promise<null> {
  const { hostConfirmations, translator, gateway, sessions, connections, accounts, topic, hasClipboard } = deps;
  const impersonation = topic.get().value.find((known) => known.id === id);
  const account = accounts.get().value.find(({ impersonationId }) => impersonationId === id);
  if (impersonation === undefined || account === undefined) throw fail('unknown-account');
  if (!hasClipboard) throw fail('clipboard-unavailable');
  const connection = connections.find(account.connectionId);
  gateway.checkPresence({ name: 'impersonations.copyRefreshToken', input: { id }, connections: [connection] }, caller);
  const confirmation = tokenConfirmation(translator(), impersonation);
  await hostConfirmations.request(confirmation, caller, new AbortController().signal);
  const { refresh } = await sessions.source(account.id, account.connectionId).tokens();
  if (refresh === null) throw fail('signed-out');
  await gateway.copier.copy(refresh);
  return null;
}

async function createSession(
  deps: ImpersonationHandlersDeps,
  { connectionId, userId, durationMillis }: Parameters<ImpersonationHandlers['createSession']>[0],
  caller: Caller,
): Promise<Awaited<ReturnType<ImpersonationHandlers['createSession']>>> {
  const { gateway, sender, sessions, connections } = deps;
  const request = { userId, durationMillis, isImpersonation: false };
  const assertAllowed = gateway.checkChange(creation(connectionId, request), caller);
  const destination = connections.destinationOf(connectionId);
  const target = await sessions.target(connectionId, destination);
  const { refreshToken, sessionId } = await gateway.makeChange({ endpoint: 'auth.createSession', connectionId }, () =>
    requestSession(sender, target, request, { assertAllowed }),
  );
  if (sessionId === null) throw fail('bad-response', { path: 'access_token' });
  const owner = { windowId: caller.windowId, connectionId, destination };
  const created = { sessionId, expiresAt: sessions.serverTime(connectionId) + durationMillis, refreshToken };
  return gateway.withhold(created, ['refreshToken'], owner) as unknown as Awaited<ReturnType<ImpersonationHandlers['createSession']>>;
}
