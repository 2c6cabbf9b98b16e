/** Catalogue rows called by a renderer: the right credentials, and what a call's outcome means for the accounts. */
import type { ServiceCall } from '../../contract/dispatch';
import { fail, nullForAppError } from '../../contract/errors';
import type { Variant } from '../../contract/kit';
import { catalogue } from '../../contract/service/index';
import type { ClientUser, ServerUser } from '../../contract/service/models/models';
import type { ProjectUpdate } from '../../contract/service/models/project-models';
import type { Connections } from '../connections/records/connections';
import type { ConnectionRecord } from '../connections/records/connections-file';
import { readOwnSessions } from '../remote/releases/own-sessions';
import type { Releases } from '../remote/releases/releases';
import { isEndpointMissing, resolveEndpoint } from '../remote/releases/resolve-endpoint';
import { type DefinitionUpdate, shapeDefinitionUpdate } from '../remote/releases/shape-definition-update';
import { shapeProjectUpdate } from '../remote/releases/shape-project-update';
import { featuresFor, type Sender, type SendOptions, type Target } from '../remote/send';
import type { Caller } from '../runtime/caller';
import type { Sessions } from '../session/sessions';
import { assertStillAllowed, type Safety } from './safety';
import type { SecretReferences } from './secret-references';
import type { SlowCalls } from './slow-calls';

export interface ServiceCallsDeps {
  readonly sender: Sender;
  readonly connections: Pick<Connections, 'find' | 'targetOf'>;
  readonly safety: Pick<Safety, 'check'>;
  readonly releases: Pick<Releases, 'redetect'>;
  readonly sessions: Pick<Sessions, 'source' | 'describe' | 'complete' | 'target'>;
  readonly secretReferences: SecretReferences;
  readonly slowCalls: SlowCalls;
}

/**
 * Answers rows for the dispatcher: fails with `unknown-connection`, `unknown-account`, what the connection's safety level
 * says, or whatever the call fails with.
 */
export function createServiceCalls(parts: ServiceCallsDeps): (call: ServiceCall, caller: Caller) => Promise<unknown> {
  const { connections, safety, sessions, secretReferences, slowCalls } = parts;
  return async (call, { windowId }) => {
    const { name, row, actor, connectionId, accountId, input } = call;
    const variant = row.actors[actor];
    if (variant === undefined) throw fail('internal');
    const connection = connections.find(connectionId);
    safety.check(call, connection, windowId);
    const session = actor === 'account' && accountId !== undefined ? sessions.source(accountId, connectionId) : undefined;
    const body = secretReferences.restore(input.body, row.secrets?.body ?? [], windowId);
    const watch = slowCalls.watch(name, connectionId);
    try {
      // Reading stays possible for a connection that was removed in the meantime.
      const assertAllowed = () =>
        row.effect !== 'read' && assertStillAllowed(call, connection.safety, connections.find(connectionId).safety);
      const options = { watch, assertAllowed, ...(session ? { session } : {}) };
      const read = () => sendOffered(parts, connection, { ...call, input: { ...input, body } }, variant, options);
      const value = await (row.responds === 'own-sessions' && session ? readOwnSessions(read, session) : read());
      // The service has answered: a name that cannot be written down must not make a failure of that.
      if (row.responds === 'user') await sessions.describe(connectionId, value as ClientUser | ServerUser).catch(nullForAppError);
      return secretReferences.withhold(value, row.secrets?.response ?? [], windowId);
    } finally {
      watch.done();
    }
  };
}

/**
 * Sends a row as the connection's service has it; one that turns out to be elsewhere is sent there. The connection is the record
 * that the safety level was checked on: where it points by now is not looked up again.
 */
async function sendOffered(
  parts: ServiceCallsDeps,
  connection: ConnectionRecord,
  call: ServiceCall,
  variant: Variant,
  options: SendOptions,
): Promise<unknown> {
  const { connections, releases, sessions } = parts;
  const { row, connectionId } = call;
  const current = async () => sessions.complete(connectionId, await connections.targetOf(connection));
  const target = await current();
  try {
    return await sendShaped(parts.sender, call, variant, target, options);
  } catch (thrown) {
    if (!isEndpointMissing(thrown)) throw thrown;
    await releases.redetect(connectionId, () => sessions.target(connectionId)).catch(nullForAppError);
    const now = await current();
    // Nothing was done at a path that is not there, so that the call may be made again.
    const [before, after] = await Promise.all([featuresFor(row, target), featuresFor(row, now)]);
    if (resolveEndpoint(row, after).path === resolveEndpoint(row, before).path) throw thrown;
    return sendShaped(parts.sender, call, variant, now, options);
  }
}

async function sendShaped(sender: Sender, call: ServiceCall, variant: Variant, target: Target, options: SendOptions) {
  const body = await shapedBody(sender, call, target, options);
  return sender.sendRow(call.row, variant, target, { ...call.input, body }, options);
}

/** Completes an update with the present values of what it updates, where releases clear what an update leaves out. */
async function shapedBody(sender: Sender, { row, input }: ServiceCall, target: Target, options: SendOptions): Promise<unknown> {
  const { body } = input;
  if (row.completedWith === undefined) return body;
  if (row.completedWith === 'project') {
    const project = await sender.send(catalogue.projects.read, 'project', target, {}, options);
    return shapeProjectUpdate(body as ProjectUpdate, project);
  }
  const { items, omitted } = await sender.send(definitionLists[row.completedWith], 'project', target, {}, options);
  const definition = items.find(({ id }) => id === (input.params as { id: string }).id);
  // It may be one that doesn't fit: sent as it is, the update could clear what it leaves out.
  if (definition === undefined && omitted !== undefined) throw fail('bad-response', { path: omitted.path });
  // The service responds with its own error where there is none.
  return definition === undefined ? body : shapeDefinitionUpdate(body as DefinitionUpdate, definition);
}

const definitionLists = {
  'team-definition': catalogue.permissions.teamDefinitions,
  'project-definition': catalogue.permissions.projectDefinitions,
} as const;
