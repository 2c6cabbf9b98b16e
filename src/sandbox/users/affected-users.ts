/** Which users a setting would restrict (wire/later 1: preview-affected-users). */
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import type { Handler } from '../http/context';
import { serviceFault } from '../http/failures';
import { reply } from '../http/respond';
import { countUnverifiedUsers, listUnverifiedUsers } from '../stores/user-store';

const query = z.strictObject({ limit: z.string().optional() });

/** No user is affected unless the setting goes from off to on. A limit that is no number is an unexpected error. */
export const previewAffectedUsers: Handler<RowOf<'users.affected'>> = {
  accepts: { server: { query } },
  async run({ store, project, query, body }) {
    const limit = Number(query.limit ?? 10);
    if (!Number.isInteger(limit) || limit < 0) throw serviceFault(`${query.limit} is not a limit.`);
    const isOn = project.config.later?.requireEmailVerification ?? false;
    if (isOn || body.onboarding.require_email_verification !== true) return reply({ affected_users: [], total_affected_count: 0 });
    const affected_users = listUnverifiedUsers(store, project.key, limit).map(({ id, display_name, email }) => ({
      id,
      display_name,
      primary_email: email,
      restricted_reason: { type: 'email_not_verified' },
    }));
    return reply({ affected_users, total_affected_count: countUnverifiedUsers(store, project.key) });
  },
};
