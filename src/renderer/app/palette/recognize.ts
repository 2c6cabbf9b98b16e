/** Recognizes the kind of a text that was entered or pasted into the palette. */
import { machineText } from '#contract/text/machine-text.ts';
import { isUuid } from '#contract/text/uuid.ts';
import { readAddresses } from '#lib/addresses.ts';
import { completeKind, readApiKeyText } from '#lib/rules/project-keys.ts';

export type Recognized =
  /** Of anything: the service's IDs don't say what they belong to. */
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'email'; readonly email: string }
  /** `isSure` is false for four letters, which may as well be a word. */
  | { readonly kind: 'key'; readonly lastFour: string; readonly isSure: boolean };

const emailPattern = /^[^\s@<>:,;]+@[^\s@<>/:,;]+$/;
/** Characters around a value copied from code, tables, and texts: quotation marks, brackets, punctuation, and the name of the value. */
const around = /^[\s"'`“”„‘’‚«»‹›<({[#|]+|(?<![\s"'`“”„‘’‚«»‹›>)}\]|,;.])[\s"'`“”„‘’‚«»‹›>)}\]|,;.]+$/g;
const label = /^[\w"'. -]{1,60}[:=]/;
const dashes = /[\u2010-\u2015\u2212]/g;
/** As the lists of keys show them, such as `sk_…a1b2`. */
const maskedKey = /^(?:[a-z]{2,6}_)?(?:\.{3}|[*•·●]+)([0-9a-z]{4})$/i;
const fourCharacters = /^[0-9a-z]{4}$/i;

/** Returns what a text can be found by, or null for a text that is only searched for. */
export function recognize(text: string): Recognized | null {
  const plain = machineText(text);
  const bare = plain.replace(around, '').replace(label, '').replace(around, '');
  const id = bare.replace(dashes, '-').toLowerCase();
  if (isUuid(id)) return { kind: 'id', id };
  const email = onlyAddress(text);
  if (email !== null) return { kind: 'email', email };
  if (completeKind(bare) !== undefined || readApiKeyText(bare) !== null) return { kind: 'key', lastFour: bare.slice(-4), isSure: true };
  const masked = maskedKey.exec(plain)?.[1];
  if (masked !== undefined) return { kind: 'key', lastFour: masked, isSure: true };
  return fourCharacters.test(plain) ? { kind: 'key', lastFour: plain, isSure: /\d/.test(plain) } : null;
}

/** Returns the address in a text that contains nothing else than its name; null for other texts. */
function onlyAddress(text: string): string | null {
  const { addresses, leftOut } = readAddresses(text);
  const [email, ...others] = new Set(addresses);
  return email !== undefined && others.length === 0 && leftOut.length === 0 && emailPattern.test(email) ? email : null;
}

const linkPattern = /^[<("'“„‘«‹`*_[]*(?:https?:\/\/[^\s/]|latchkey:)\S+$/i;
const codePattern = /^[0-9a-z]{45}$/i;
/** A line break as inserted by email programs, with the quote marks at the start of the next line. */
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
