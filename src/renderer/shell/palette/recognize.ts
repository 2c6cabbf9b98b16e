/** What a text is that was entered or pasted to be found. */
import { machineText } from '../../../contract/text/machine-text';
import { isUuid } from '../../../contract/text/uuid';
import { readApiKeyText } from '../../lib/keys/api-key-text';
import { completeKind } from '../../lib/keys/project-keys';

export type Recognized =
  /** Of anything: the service's IDs don't say what they belong to. */
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'email'; readonly email: string }
  /** `isSure` is false for four letters, which may as well be a word. */
  | { readonly kind: 'key'; readonly lastFour: string; readonly isSure: boolean };

const emailPattern = /^(?:mailto:|[^<>]*<)?([^\s@<>:,;]+@[^\s@<>/:,;]+)>?$/i;
/** As the lists of keys show them, such as `sk_…a1b2`. */
const maskedKey = /^(?:[a-z]{2,6}_)?(?:\.{3}|[*•·●]+)([0-9a-z]{4})$/i;
const fourCharacters = /^[0-9a-z]{4}$/i;

/** Returns what a text can be found by, or null for a text that is only searched for. */
export function recognize(text: string): Recognized | null {
  const plain = machineText(text);
  if (isUuid(plain)) return { kind: 'id', id: plain.toLowerCase() };
  const email = emailPattern.exec(plain)?.[1];
  if (email !== undefined) return { kind: 'email', email };
  if (completeKind(plain) !== undefined || readApiKeyText(plain) !== null) return { kind: 'key', lastFour: plain.slice(-4), isSure: true };
  const masked = maskedKey.exec(plain)?.[1];
  if (masked !== undefined) return { kind: 'key', lastFour: masked, isSure: true };
  return fourCharacters.test(plain) ? { kind: 'key', lastFour: plain, isSure: /\d/.test(plain) } : null;
}

const linkPattern = /^[<("']?(?:https?:\/\/[^\s/]|latchkey:)\S+$/i;
const codePattern = /^[0-9a-z]{45}$/i;
/** What a mail program makes of one line: a break, and the marks of a quote at the start of the next line. */
const lineBreak = /\s+(?:>\s*)*/;

/**
 * Whether a text looks like a link or, if there is a connection, like the code of one. Both may be broken over several lines, which a field
 * of one line shows as spaces.
 */
export function looksLikeLink(text: string, hasConnection: boolean): boolean {
  const pieces = text
    .replace(/^(?:>[ \t]?)+/, '')
    .trim()
    .split(lineBreak);
  // A word behind an address is one of a sentence.
  if (pieces.slice(1).some((piece) => /^\p{L}*$/u.test(piece))) return false;
  const whole = pieces.join('');
  return linkPattern.test(whole) || (hasConnection && codePattern.test(machineText(whole)));
}
