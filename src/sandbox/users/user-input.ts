/** Schemas of users by release: what is created, updated and listed (wire/endpoints 4, wire/later 1 and 9). */
import { z } from 'zod';
import { email, url } from '#contract/service/models/fields.ts';
import { ownUserUpdate, userCreation, userListQuery, userUpdate } from '#contract/service/users.ts';
import type { Release } from '../releases/release';

const score = z.int().min(0).max(100);

const restrictionFields = {
  restricted_by_admin: z.boolean().optional(),
  restricted_by_admin_reason: z.string().nullable().optional(),
  restricted_by_admin_private_details: z.string().nullable().optional(),
};

const riskFields = {
  country_code: z
    .string()
    .transform((text) => text.trim().toUpperCase())
    .refine((text) => /^[A-Z]{2}$/.test(text), { params: { line: 'must be a 2-letter country code' } })
    .nullable()
    .optional(),
  risk_scores: z.strictObject({ sign_up: z.strictObject({ bot: score, free_trial_abuse: score }) }).optional(),
};

interface LaterFields {
  readonly restricted_by_admin?: boolean | undefined;
  readonly restricted_by_admin_reason?: string | null | undefined;
  readonly restricted_by_admin_private_details?: string | null | undefined;
  readonly country_code?: string | null | undefined;
  readonly risk_scores?: object | undefined;
}

export type UserUpdate = z.output<typeof userUpdate> & LaterFields;
export type UserCreation = z.output<typeof userCreation> & LaterFields;

function laterFields(release: Release) {
  return { ...(release.has('restricted-by-admin') ? restrictionFields : {}), ...(release.has('risk-scores') ? riskFields : {}) };
}

const restrictionTexts = ['restricted_by_admin_reason', 'restricted_by_admin_private_details'] as const;

/** Requires the switch beside each text of a restriction, in the body alone. */
function withRestrictionRule<S extends z.ZodObject>(schema: S) {
  return schema.check((found) => {
    const body = found.value as LaterFields;
    const wrong = restrictionTexts.find((name) => body.restricted_by_admin !== true && body[name] !== undefined && body[name] !== null);
    if (wrong === undefined) return;
    const line = `must be null when restricted_by_admin is not true`;
    found.issues.push({ code: 'custom', path: [wrong], input: body[wrong], params: { sentence: `${wrong} ${line}` } });
  });
}

export function updateInput(release: Release) {
  return withRestrictionRule(userUpdate.extend(laterFields(release)));
}

export function creationInput(release: Release) {
  return withRestrictionRule(userCreation.extend(laterFields(release)));
}

/** Clients can change their primary email from 2.8.59 on (wire/newer 2.2). */
export function ownUpdateInput(release: Release) {
  return ownUserUpdate.extend({
    ...(release.has('image-urls') ? { profile_image_url: url.max(1_000_000).nullable().optional() } : {}),
    ...(release.has('restricted-users') ? { primary_email: email.nullable().optional() } : {}),
  });
}

/** The list from 2.8.96 on (wire/hexclave 4.2). */
const laterListQuery = userListQuery.extend({
  order_by: z.enum(['signed_up_at', 'last_active_at']).optional(),
  /** Domains, with commas between them. */
  excluded_email_domains: z.string().optional(),
});
export type LaterListQuery = z.output<typeof laterListQuery>;

/** From 2.8.34 on, a text that isn't coerced (wire/newer 2.2). */
const laterOrder = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();

/** Returns the query of the list: which users it can leave out depends on the release. */
export function listInput(release: Release) {
  const query = release.has('users-by-activity') ? laterListQuery : userListQuery;
  return query.extend(release.has('anonymous-opt-in') ? { desc: laterOrder } : {}).omit({
    ...(release.has('anonymous-opt-in') ? {} : { include_anonymous: true as const }),
    ...(release.has('restricted-users') ? {} : { include_restricted: true as const }),
    ...(release.has('only-anonymous') ? {} : { only_anonymous: true as const }),
  });
}
