/** Clearing all local data of the profile. */
import { z } from 'zod';
import { call } from '../definitions';

/** A session that is still valid at its service, by what the user knows it by. */
const keptSession = z.strictObject({ user: z.string().nullable(), connection: z.string() });
export type KeptSession = z.output<typeof keptSession>;

export const localData = {
  /**
   * Signs out every account and ends every impersonation, as far as the services can be reached now. Returns the sessions that weren't
   * ended there.
   */
  endSessions: call(z.strictObject({}), z.strictObject({ kept: z.array(keptSession) })),
  /**
   * Restarts Latchkey, which then deletes everything that it stores for this profile. Deletes nothing at a service. Allowed while the app
   * is locked, because it reveals nothing. Throws `profile-not-writable`, and then nothing is deleted.
   */
  clear: call(z.strictObject({}), z.null()),
};
