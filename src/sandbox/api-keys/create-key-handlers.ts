/** Handlers that work alike for keys of users and teams. */
import type { z } from 'zod';
import type { apiKeyCheck, apiKeyUpdate } from '#contract/service/models/api-key-models.ts';
import type { SandboxContext } from '../http/context';
import { requireSecretText } from '../http/requirements';
import { reply } from '../http/respond';
import type { ApiKeyRow, OwnerKind } from '../stores/api-key-store';
import type { Project } from '../stores/project-store';
import { checkKeyBody, requireApiKeysEnabled, requireUsableKey, updateAndReadKey } from './api-keys';

interface CheckCall extends SandboxContext {
  readonly project: Project;
  readonly body: z.output<typeof apiKeyCheck>;
}

/**
 * Creates the handlers that read, update and check a key. `requireKey` returns the key of a request, or throws if the caller can't
 * access it; `toKey` returns the response for a key.
 */
export function createKeyHandlers<Call, Key>(kind: OwnerKind, requireKey: (call: Call) => ApiKeyRow, toKey: (row: ApiKeyRow) => Key) {
  return {
    read: {
      run: async (call: Call) => reply(toKey(requireKey(call))),
    },
    update: {
      run: async (call: Call & SandboxContext & { readonly body: z.output<typeof apiKeyUpdate> }) =>
        reply(toKey(updateAndReadKey(call, kind, requireKey(call), call.body))),
    },
    check: {
      accepts: { server: checkKeyBody },
      run: async (call: CheckCall) => {
        requireApiKeysEnabled(call.project, kind);
        return reply(toKey(requireUsableKey(call, call.project, kind, requireSecretText(call.body.api_key))));
      },
    },
  };
}
