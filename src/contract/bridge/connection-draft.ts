/** What a person enters for a connection. Texts are checked in the main process, where each mistake has a code of its own. */
import { z } from 'zod';
import { colour, environment } from './connection-choices';
import { safetyLevel } from './safety';

/** As typed, once; null or empty means none. */
const typedKey = z.string().max(500).nullable().optional();

/**
 * The codes a draft fails with, `path` naming the field: `address-invalid`, `address-with-extras`, `address-not-secure`,
 * `project-id-invalid`, `key-invalid`, `handler-base-invalid`.
 */
export const connectionDraft = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** A trailing slash and `/api/v1` are taken off. */
  baseUrl: z.string().max(2000),
  /** The person says that this address is deliberately reached without encryption. */
  allowPlainHttp: z.boolean().optional(),
  /** A UUID, or `internal`. */
  projectId: z.string().max(200),
  environment,
  colour: colour.nullable().optional(),
  /** Default `/handler`. */
  handlerBase: z.string().max(200).optional(),
  /** Default `type-to-destroy` for production, else `normal`. */
  safety: safetyLevel.optional(),
  group: z.string().trim().min(1).max(60).nullable().optional(),
  keys: z.strictObject({ client: typedKey, server: typedKey, admin: typedKey }).optional(),
});
export type ConnectionDraft = z.output<typeof connectionDraft>;
export type ConnectionChange = { readonly [K in keyof ConnectionDraft]?: ConnectionDraft[K] | undefined };
