import { fail } from '#contract/errors.ts';
import { isUuid } from '#contract/text/uuid.ts';

/**
 * Throws what the main process reports for an ID of an address that isn't one, before a request is sent. The service takes `me` for the
 * caller, so that no schema refuses it.
 */
export function assertId(id: string, path: 'params.user_id' | 'params.id'): void {
  if (!isUuid(id)) throw fail('bad-input', { path });
}
