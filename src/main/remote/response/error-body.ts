/** Reads the service's known errors (wire/conventions 9), with limits on the length of their fields. */
import { z } from 'zod';
import { readAs } from '#contract/dispatch.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { maxErrorCodeLength, maxErrorDetailsLength, maxErrorTextLength } from '#contract/limits.ts';
import { parsedJson } from '#contract/service/models/fields.ts';
import type { Redact } from '../redact';
import { withoutSecretWords } from './secret-names';

const ellipsis = '…';

/** Truncates a text to `maxLength` UTF-16 code units, including an ellipsis. Never splits a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - ellipsis.length;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return `${text.slice(0, isHalf ? end - 1 : end)}${ellipsis}`;
}

const knownError = z.object({ code: z.string(), error: z.string().optional(), details: parsedJson.optional() });

/** The fields of a known error. */
type KnownError = Pick<ErrorReport, 'text' | 'details'> & { readonly known: string };

/**
 * Reads the body of a known error, with the call's secrets redacted, and in its text also what has the form of one. Returns null for
 * anything else, and for another code than `announced`. A long text or code is truncated. Long details are left out, because a part of them
 * would have another meaning.
 */
export function readKnownError(body: unknown, redact: Redact, announced?: string): KnownError | null {
  const found = readAs(knownError, body);
  if (!found.ok || (announced !== undefined && found.value.code !== announced)) return null;
  const { code, error, details } = found.value;
  const isShort = details !== undefined && JSON.stringify(details).length <= maxErrorDetailsLength;
  return {
    known: cutText(redact(code), maxErrorCodeLength),
    ...(error === undefined ? {} : { text: cutText(withoutSecretWords(redact(error)), maxErrorTextLength) }),
    ...(isShort ? { details: redact(details) } : {}),
  };
}
