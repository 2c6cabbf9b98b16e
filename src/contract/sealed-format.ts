/** What windows and the main process know about sealed files before one is opened. Imports no schemas. */

/** The format that a sealed file names in its first field. */
export const sealedFormat = 'latchkey/sealed-connections';

/** Maximum characters of a list of connections without keys (ours). */
export const maxListLength = 1_000_000;
/** Maximum characters of a sealed file (ours). */
export const maxSealedLength = 4_000_000;

/** Minimum and maximum characters of a passphrase (ours). Each guess takes about half a second and 128 MB. */
export const passphraseLength = { min: 12, max: 1000 };

/** Whether a text is a sealed file, or what is left of one. */
export function looksSealed(text: string): boolean {
  return text.slice(0, 200).replace(/\s/g, '').startsWith(`{"format":"${sealedFormat}"`);
}

/** Whether a passphrase is long enough. Counts characters as users do, so that an emoji is one. */
export function isLongEnough(passphrase: string): boolean {
  return [...passphrase].length >= passphraseLength.min;
}
