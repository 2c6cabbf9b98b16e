/** Field types of the service's API, with the wording its validation uses where that differs from zod's own. */

import { z } from 'zod';
import { isUuid } from '../../text/uuid';
import { parseUrl } from '../../urls';

/** Text of a refinement in the sandbox's schema errors (wire/conventions 9.2). A `sentence` is used without the field's name. */
const says = (line: string, form: 'line' | 'sentence' = 'line') => ({ params: { [form]: line } });

export const id = z.string().refine(isUuid, says('must be a valid UUID'));

/** A user ID, or `me` for the user of the access token. */
export const userIdOrMe = z.string().refine((text) => text === 'me' || isUuid(text), says('must be a valid UUID'));

/** An email in the common syntax, which includes `ada@localhost` (wire/limits 1). */
export const email = z.string().refine((text) => z.regexes.html5Email.test(text), says('must be a valid email'));

/** An email for sign-up up to 2.8.5: no leading dot, and at least two characters after the last one (wire/limits 1). */
export const earlyStrictEmail = z
  .string()
  .refine((text) => z.regexes.html5Email.test(text) && /^[^.@][^@]*@.*\.[^.]{2,}$/.test(text), says('must be a valid email'));

/** An email for sign-up from 2.8.6 on: also no empty part before the @. Asked for on every release (wire/limits 1). */
export const strictEmail = earlyStrictEmail.refine((text) => !/\.\.|\.@/.test(text), says('must be a valid email'));

export const password = z.string().max(70);
export const verificationCode = z.string().length(45);

/** An absolute URL without spaces. */
export const url = z
  .string()
  .refine((text) => !/\s/.test(text), says('contains spaces'))
  .refine((text) => parseUrl(text) !== null, says('is not a valid URL'));

/** A trusted domain (wire/limits 1). */
export const httpUrl = url.refine((text) => /^https?:\/\//.test(text), says('URL must start with http:// or https://', 'sentence'));
export const rootedPath = z.string().refine((text) => text.startsWith('/'), says('Handler path must start with /', 'sentence'));

/** Any JSON, as it is: zod's own schema leaves out a key named `__proto__`, which is a key like any other. */
export const json = z.custom<JsonValue>(isJson);
/** Any JSON of a response. Not validated again after `JSON.parse`, because {@link json} looks at each value. */
export const parsedJson = z.custom<JsonValue>((value) => value !== undefined);
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

function isJson(value: unknown): value is JsonValue {
  return isJsonWithin(value, new Set());
}

/** `above` are the objects around the value: one within itself is no JSON. */
function isJsonWithin(value: unknown, above: Set<object>): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || above.has(value) || !(Array.isArray(value) || isPlainObject(value))) return false;
  above.add(value);
  // Not `Object.values` for lists: it leaves out the holes.
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const isValid = Array.from(items).every((item) => isJsonWithin(item, above));
  above.delete(value);
  return isValid;
}

/** Whether an object has no class, whichever window or process created it. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export const millis = z.int();
export const success = z.object({ success: z.literal(true) });
export const empty = z.strictObject({});

/** A field that the app only displays. A value of another type is read as null, so that the object stays valid. */
export const shownOrNull = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null);

/** An optional field that the app only displays. A value of another type is read as absent. */
export const shownOrAbsent = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** A list without pages. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), is_paginated: z.literal(false) });

/** A list that later releases answer in pages (wire/hexclave 4.2, 2.8.96). */
export const listOrPageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    is_paginated: z.boolean(),
    pagination: z.object({ next_cursor: z.string().nullable() }).optional(),
  });

/** A page of a list; the cursor names the first row of the next page and is null at the end (wire/conventions 8.1). */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), is_paginated: z.literal(true), pagination: z.object({ next_cursor: z.string().nullable() }) });
