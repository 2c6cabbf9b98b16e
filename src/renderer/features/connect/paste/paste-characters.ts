/** Characters that terminals, chats, word processors, and wrong encodings make of plain text. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they start and end what terminals don't show
const colors = /\u001b(?:\[[0-?]{0,30}[ -/]{0,5}[@-~]|\][^\u0007\u001b\n]{0,500}(?:\u0007|\u001b\\)?)/g;
/** Marks of byte order, also as they look in a wrong encoding. */
const byteOrder = /^(?:ï»¿|[\ufffd\ufeff]{1,3}|ÿþ|þÿ)/;
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\0]/g;
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const lineBreaks = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
const singleQuotes = /[‘‚‹«]([^‘’‚‛‹›«»'\n]{1,600})[’‘›»]/g;
const dash = '[\u2010-\u2015\u2212-]';
const dashedId = new RegExp(`[0-9a-f]{8}(?:${dash}[0-9a-f]{4}){3}${dash}[0-9a-f]{12}`, 'gi');

/** Returns a text with ASCII spaces, line breaks, quotes, and signs: keys, IDs, and URLs have no others. */
export function withPlainCharacters(text: string): string {
  return text
    .replace(byteOrder, '')
    .replace(colors, '')
    .replace(invisible, '')
    .replace(spaces, ' ')
    .replace(lineBreaks, '\n')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[“”„‟]/g, '"')
    .replace(singleQuotes, "'$1'")
    .replace(dashedId, (id) => id.replace(new RegExp(dash, 'g'), '-'));
}
