/** Reads the errors of the service (wire/conventions 9), and cuts what they say to what a screen can show. */
import { z } from 'zod';
import { readAs } from '../../../contract/dispatch';
import type { ErrorReport } from '../../../contract/errors';
import { maxErrorCodeLength, maxErrorDetailsLength, maxErrorTextLength } from '../../../contract/limits';
import { parsedJson } from '../../../contract/service/models/fields';
import type { Redact } from '../redact';
import { cutText } from './cut-text';

const knownError = z.object({ code: z.string(), error: z.string().optional(), details: parsedJson.optional() });

/** What the service says in a known error. */
export type KnownError = Pick<ErrorReport, 'text' | 'details'> & { readonly known: string };

/**
 * Reads the body of a known error without the call's secrets; null for anything else, and for another code than the announced one.
 * A text or a code that is too long is cut. Details that are too long are left out, because half of them would mean something else.
 */
export function readKnownError(body: unknown, redact: Redact, announced?: string): KnownError | null {
  const found = readAs(knownError, body);
  if (!found.ok || (announced !== undefined && found.value.code !== announced)) return null;
  const { code, error, details } = found.value;
  const isShort = details !== undefined && JSON.stringify(details).length <= maxErrorDetailsLength;
  return {
    known: cutText(redact(code), maxErrorCodeLength),
    ...(error === undefined ? {} : { text: cutText(redact(error), maxErrorTextLength) }),
    ...(isShort ? { details: redact(details) } : {}),
  };
}
