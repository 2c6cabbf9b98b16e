import type { z } from 'zod';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { userCreation } from '#contract/service/users.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';

export type NewUser = z.output<typeof userCreation>;

interface CreateUserDeps {
  /** Returns the users that signed up last, the latest first. */
  readonly newest: (limit: number) => Promise<readonly ServerUser[]>;
  readonly send: (user: NewUser) => Promise<ServerUser>;
}

/** Users among which one is looked for whose response was lost. */
const searched = 50;

/**
 * Returns a function that creates a user and never creates it twice: after a response was lost, it looks for the new user before it
 * fails, and again before it sends the same user once more.
 */
export function createUserOnce({ newest, send }: CreateUserDeps): (user: NewUser) => Promise<ServerUser> {
  let lost: { readonly user: string; readonly before: string | undefined } | null = null;
  const findCreated = async (user: NewUser, before: string | undefined) => {
    const users = await newest(searched);
    const known = users.findIndex(({ id }) => id === before);
    return (known < 0 ? users : users.slice(0, known)).find((found) => isSame(found, user));
  };
  return async (user) => {
    const text = JSON.stringify(user);
    const earlier = lost?.user === text ? await findCreated(user, lost.before) : undefined;
    if (earlier !== undefined) {
      lost = null;
      return earlier;
    }
    const before = lost?.user === text ? lost.before : (await newest(1))[0]?.id;
    try {
      const created = await send(user);
      lost = null;
      return created;
    } catch (thrown) {
      if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
      lost = { user: text, before };
      const created = await findCreated(user, before).catch(() => undefined);
      if (created === undefined) throw thrown;
      lost = null;
      return created;
    }
  };
}

/** Later releases store emails in lower case (wire/corrections 2.8.17). */
function isSame(found: ServerUser, { primary_email: email, display_name: name }: NewUser): boolean {
  return (found.primary_email ?? '').toLowerCase() === (email ?? '').toLowerCase() && (found.display_name ?? '') === (name ?? '');
}
