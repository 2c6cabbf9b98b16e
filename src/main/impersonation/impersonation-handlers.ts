/** Handlers of the bridge's `impersonations` calls. */
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Connections } from '../records/connections';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import type { AssertPermitted } from '../settings/policy';
import { type CreateSessionDeps, createSession } from './create-session';
import type { Impersonations } from './impersonations';
import type { SessionRequest } from './request-session';
import { tokenConfirmation } from './token-confirmation';

export interface ImpersonationHandlersDeps extends CreateSessionDeps {
  readonly service: Impersonations;
  readonly sessions: Pick<Sessions, 'source' | 'target' | 'serverTime'>;
  readonly connections: Pick<Connections, 'destinationOf' | 'find'>;
  readonly gateway: Pick<Gateway, 'sendWrite' | 'checkChange' | 'checkPresence' | 'replaceSecrets' | 'copier'>;
  readonly topic: Topic<Impersonation[]>;
  readonly hasClipboard: boolean;
  readonly assertPermitted: AssertPermitted;
}

type ImpersonationHandlers = Handlers<Bridge, Caller>['impersonations'];

export function createImpersonationHandlers(deps: ImpersonationHandlersDeps): ImpersonationHandlers {
  const { service, pendingWrites, gateway, assertPermitted } = deps;
  /** Returns what runs right before the request, because the policy or the connection may have changed by then. */
  const checkCreation = (connectionId: string, body: SessionRequest, caller: Caller) => {
    assertPermitted('impersonation');
    const assertAllowed = gateway.checkChange(creation(connectionId, body), caller);
    const assertStillAllowed = () => {
      assertPermitted('impersonation');
      assertAllowed();
    };
    return Object.assign(assertStillAllowed, { note: assertAllowed.note });
  };
  return {
    async start(request, caller) {
      const { connectionId, userId, durationMillis } = request;
      const assertAllowed = checkCreation(connectionId, { userId, durationMillis, isImpersonation: true }, caller);
      return pendingWrites.add(service.start(request, assertAllowed));
    },
    end: async ({ id }) => ({ endedAtService: await pendingWrites.add(service.end(id)) }),
    async leave({ connectionId }) {
      await pendingWrites.add(service.leave(connectionId));
      return null;
    },
    copyRefreshToken: ({ id }, caller) => copyRefreshToken(deps, id, caller),
    createSession: async (request, caller) => {
      const { connectionId, userId, durationMillis } = request;
      const assertAllowed = checkCreation(connectionId, { userId, durationMillis, isImpersonation: false }, caller);
      return createSession(deps, request, assertAllowed, caller);
    },
    createdSessions: async ({ connectionId, userId }) => {
      const known = await deps.createdSessions.of(connectionId, userId);
      return {
        sessions: known.map(({ id, by, requestedAt, expiresAt, sessionId, state }) => ({
          id,
          by,
          requestedAt,
          expiresAt,
          sessionId,
          state,
        })),
      };
    },
  };
}

/** Returns the call whose effect the safety level allows or refuses. */
function creation(connectionId: string, body: SessionRequest): ServiceCall {
  return { name: 'auth.createSession', endpoint: catalog.auth.createSession, actor: 'project', connectionId, input: { body } };
}

async function copyRefreshToken(deps: ImpersonationHandlersDeps, id: string, caller: Caller): Promise<null> {
  const { hostConfirmations, translator, gateway, sessions, connections, accounts, topic, hasClipboard } = deps;
  deps.assertPermitted('reveal');
  const impersonation = topic.get().value.find((known) => known.id === id);
  const account = accounts.get().value.find(({ impersonationId }) => impersonationId === id);
  if (impersonation === undefined || account === undefined) throw fail('unknown-account');
  if (!hasClipboard) throw fail('clipboard-unavailable');
  const connection = connections.find(account.connectionId);
  gateway.checkPresence({ name: 'impersonations.copyRefreshToken', input: { id }, connections: [connection] }, caller);
  const confirmation = tokenConfirmation(translator(), impersonation);
  await hostConfirmations.request(confirmation, caller, new AbortController().signal);
  // The policy may have come in the meantime.
  deps.assertPermitted('reveal');
  const { refresh } = await sessions.source(account.id, account.connectionId).tokens();
  if (refresh === null) throw fail('signed-out');
  await gateway.copier.copy(refresh, caller);
  return null;
}
