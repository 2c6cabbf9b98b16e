/** The query over users that chips edit, addresses carry, saved views store, and exports take as their scope. */
import { z } from 'zod';
import { id, millis } from '../service/models/fields';
import { parseMetadataPath } from './metadata-path';
import { queryLimits } from './query-limits';

/** A path into a user's metadata in its shortest notation, such as `server.plan`. */
export const metadataPath = z.string().refine((text) => {
  const parsed = parseMetadataPath(text);
  return typeof parsed === 'object' && parsed.text === text;
});

/** A sign-in method of users: an OAuth provider by its ID as `oauth:github`, or one of the fixed ones. */
const signInMethod = z.string().regex(/^(?:password|one-time-code|passkey|two-factor|oauth:[\w-]{1,64})$/);

const days = z.int().min(1).max(36_500);

/** A time: before or from a moment on (milliseconds since the epoch), or relative to now in days. */
const timeOp = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('before'), value: millis }),
  z.strictObject({ op: z.literal('from'), value: millis }),
  /** Within the last days. */
  z.strictObject({ op: z.literal('within-days'), value: days }),
  /** Not within the last days. */
  z.strictObject({ op: z.literal('not-within-days'), value: days }),
]);

const scalar = z.union([z.string().max(queryLimits.textLength), z.number(), z.boolean(), z.null()]);

const metadataOp = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('equals'), value: scalar }),
  /** A text that contains the value, case and diacritics ignored; or a list with an element that equals it. */
  z.strictObject({ op: z.literal('contains'), value: z.string().min(1).max(queryLimits.textLength) }),
  /** Numbers by value, texts by their code points; other values never match. */
  z.strictObject({ op: z.literal('greater'), value: z.union([z.number(), z.string().max(queryLimits.textLength)]) }),
  z.strictObject({ op: z.literal('less'), value: z.union([z.number(), z.string().max(queryLimits.textLength)]) }),
  /** A key that is there, also with the value null. */
  z.strictObject({ op: z.literal('exists') }),
]);

const someOf = <T extends z.ZodType>(value: T) => z.array(value).min(1).max(queryLimits.values).readonly();

/** One condition on a field. */
const condition = z.discriminatedUnion('field', [
  /**
   * In the name, a primary email, the ID, or a text of the metadata: as typed, case and diacritics ignored, also one or two characters. An ID or an
   * email as a whole is matched exactly.
   */
  z.strictObject({ field: z.literal('text'), value: z.string().min(1).max(queryLimits.textLength) }),
  /** Has one of the methods. */
  z.strictObject({ field: z.literal('method'), value: someOf(signInMethod) }),
  /** Whether the user has any sign-in method. */
  z.strictObject({ field: z.literal('can-sign-in'), value: z.boolean() }),
  /** Whether the primary email is verified; a user without one has none that is. */
  z.strictObject({ field: z.literal('verified'), value: z.boolean() }),
  z.strictObject({ field: z.literal('anonymous'), value: z.boolean() }),
  z.strictObject({ field: z.literal('restricted'), value: z.boolean() }),
  z.strictObject({ field: z.literal('signed-up'), is: timeOp }),
  z.strictObject({ field: z.literal('last-active'), is: timeOp }),
  z.strictObject({ field: z.literal('metadata'), path: metadataPath, is: metadataOp }),
  /** A member of one of the teams. */
  z.strictObject({ field: z.literal('team'), value: someOf(id) }),
  /** The country (ISO 3166-1 alpha-2) of the last activity, where the release reports it. */
  z.strictObject({ field: z.literal('country'), value: someOf(z.string().regex(/^[A-Z]{2}$/)) }),
]);
export type Condition = z.output<typeof condition>;

/** Conditions joined by and, or, and not. No condition is `{ op: 'and', of: [] }`, which every user meets. */
export type UserQuery =
  | Condition
  | { readonly op: 'and' | 'or'; readonly of: readonly UserQuery[] }
  | { readonly op: 'not'; readonly of: UserQuery };

const node: z.ZodType<UserQuery, UserQuery> = z.lazy(() =>
  z.union([
    condition,
    z.strictObject({ op: z.enum(['and', 'or']), of: z.array(node).max(queryLimits.conditions).readonly() }),
    z.strictObject({ op: z.literal('not'), of: node }),
  ]),
);

/** A query within {@link queryLimits}. */
export const userQuery = z.custom<UserQuery>(isWithinLimits).pipe(node);

/** Looks at the shape only, before the schema follows it to any depth. */
function isWithinLimits(value: unknown): value is UserQuery {
  let conditions = 0;
  const fits = (part: unknown, depth: number): boolean => {
    if (depth > queryLimits.depth || typeof part !== 'object' || part === null) return false;
    if (!('op' in part) || 'field' in part) {
      conditions += 1;
      return conditions <= queryLimits.conditions;
    }
    const of: unknown = 'of' in part ? part.of : [];
    return Array.isArray(of) ? of.every((inner) => fits(inner, depth + 1)) : fits(of, depth + 1);
  };
  return fits(value, 1);
}

/** Every user. */
export const everyUser: UserQuery = { op: 'and', of: [] };

/** The order of users: by a column or by a metadata path, those without a value last. Users of equal value are in the order of the index. */
export const userOrder = z.strictObject({
  by: z.union([
    z.enum(['name', 'email', 'signed-up', 'last-active', 'id', 'verified', 'method', 'country']),
    z.strictObject({ metadata: metadataPath }),
  ]),
  desc: z.boolean(),
});
export type UserOrder = z.output<typeof userOrder>;

/** The order of the service's own list. */
export const newestFirst: UserOrder = { by: 'signed-up', desc: true };

/** What a list of users shows. */
export const userScope = z.strictObject({ query: userQuery, order: userOrder });
export type UserScope = z.output<typeof userScope>;
