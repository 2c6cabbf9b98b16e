/** Parses pasted links, also those that a mail program has wrapped or broken. */
import { AppError, fail } from '../../../contract/errors';
import { type ParsedLink, parseLink } from '../../callback/parse-link';
import { containsLink, unwrapLink } from './unwrap-link';

/** Parses a link as `parseLink` does, without what mail programs add. Throws its codes, and `link-wrapped` for an unknown wrapper. */
export function parsePastedLink(text: string, bases: readonly string[]): ParsedLink {
  const failures: AppError[] = [];
  const candidates = unwrapLink(text);
  for (const candidate of candidates) {
    try {
      return parseLink(candidate, bases);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      failures.push(thrown);
    }
  }
  const [first] = failures;
  if (first?.code === 'link-unreadable' && candidates.some(containsLink)) throw fail('link-wrapped');
  throw first ?? fail('link-unreadable');
}
