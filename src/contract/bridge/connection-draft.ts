/** The form of a connection. The main process validates the texts, with a separate code for each kind of mistake. */
import { z } from 'zod';
import { secretReference } from '../service/models/secret';
import { colour, connectionTargets, environment, watchRules } from './connection-choices';
import { safetyLevel } from './safety';

/** A key as typed by the user; null or empty for none. */
const typedKey = z.string().max(500).nullable().optional();

/**
 * A connection draft. Validation throws `address-invalid`, `address-with-extras`, `address-not-secure`, `project-id-invalid`,
 * `key-invalid` or `handler-base-invalid`; `path` names the field.
 */
export const connectionDraft = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** A trailing slash and `/api/v1` are removed. */
  baseUrl: z.string().max(2000),
  /** Whether the user confirmed that the base URL is used without encryption. */
  allowPlainHttp: z.boolean().optional(),
  /** A UUID, or `internal`. */
  projectId: z.string().max(200),
  environment,
  colour: colour.nullable().optional(),
  /** Default `/handler`. */
  handlerBase: z.string().max(200).optional(),
  /** Default `type-to-destroy` for production, else `normal`. */
  safety: safetyLevel.optional(),
  /** Default false. Throws `presence-unavailable` if there is no way to prove presence. Turning it off requires presence. */
  requirePresence: z.boolean().optional(),
  group: z.string().trim().min(1).max(60).nullable().optional(),
  /** Default none. In a change, replaces all of them. */
  targets: connectionTargets.optional(),
  /** Default none. In a change, replaces all of them. */
  watchRules: watchRules.optional(),
  keys: z.strictObject({ client: typedKey, server: typedKey, admin: typedKey }).optional(),
});

const keyOrReference = z
  .union([z.string().max(500), secretReference])
  .nullable()
  .optional();

/** Changes of a connection. A key may also be a reference to one that the window has, so that the window needn't learn its text. */
export const connectionEdit = connectionDraft
  .partial()
  .extend({ keys: z.strictObject({ client: keyOrReference, server: keyOrReference, admin: keyOrReference }).optional() });
export type ConnectionEdit = z.output<typeof connectionEdit>;

export type ConnectionDraft = z.output<typeof connectionDraft>;
export type ConnectionChange = { readonly [K in keyof ConnectionDraft]?: ConnectionDraft[K] | undefined };
