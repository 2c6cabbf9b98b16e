/** Decoding of request bodies by content type (wire/conventions 6). */
import { bodyParsingError } from './failures';
import { readBody, readText } from './read-body';

/**
 * Decodes a request's body. Returns undefined if there is none or the method has none.
 *
 * Throws BODY_PARSING_ERROR for invalid JSON (including empty text), too deeply nested JSON, and unknown content types. Throws
 * `BodyTooLarge`.
 */
export async function decodeBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const contentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  switch (contentType) {
    case '':
      return undefined;
    case 'application/json':
      return parseJson(await readText(request));
    case 'application/x-www-form-urlencoded':
      return Object.fromEntries(new URLSearchParams(await readText(request)));
    case 'text/plain':
      return readText(request);
    case 'application/octet-stream':
      return readBody(request);
    default:
      throw bodyParsingError(`Unknown content type in request body: ${contentType}`);
  }
}

/** Maximum nesting depth: more than anything the service stores, and far from exhausting the stack. */
const maxDepth = 200;

function parseJson(text: string): unknown {
  const value = parsed(text);
  if (value === undefined || isDeeper(value, maxDepth)) throw bodyParsingError('Invalid JSON in request body');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
