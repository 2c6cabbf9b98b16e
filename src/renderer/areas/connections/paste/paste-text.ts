/** Prepares a pasted text for its scan: without markup, with the values of Kubernetes secrets and of quoted texts as plain text. */
import { roleOfName } from './paste-names';

/** Number of characters that are looked at; no environment block is as long. */
const maxLength = 100_000;

/** Returns the text to scan. */
export function preparePaste(text: string): string {
  const plain = withPlainCharacters(text.slice(0, maxLength));
  return withElements(withDecodedSecrets(withEscapedLines(unquoted(withoutMarkup(plain)))));
}

/** A whole text that is a text in quotes, as JSON or code has it. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  if (/^"[\s\S]*"$/.test(trimmed)) {
    const inner = parsedText(trimmed);
    if (inner !== null && /[{=:]/.test(inner)) return inner;
  }
  // Every quote is escaped: a part of such a text.
  return trimmed.includes('\\"') && !/(?:^|[^\\])"/.test(trimmed) ? trimmed.replace(/\\"/g, '"').replace(/\\n/g, '\n') : text;
}

function parsedText(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** Variables that are separated by escaped line breaks. */
function withEscapedLines(text: string): string {
  return text.trim().includes('\n') ? text : text.replace(/\\n(?=\s{0,20}(?:export |#)?\s{0,20}[A-Z][A-Z0-9_]{2,80}\s{0,20}=)/g, '\n');
}

/** The `data` of a Kubernetes secret is encoded; that of a config map isn't. */
function withDecodedSecrets(text: string): string {
  return text
    .split(/^(?=---[ \t]*$)/m)
    .map((document) => (/["']?kind["']?[ \t]{0,20}:[ \t]{0,20}["']?Secret\b/.test(document) ? withDecodedData(document) : document))
    .join('');
}

const encodedLine =
  /^([ \t]*["']?[\w.-]{1,100}["']?[ \t]{0,20}:[ \t]{0,20})["']?([A-Za-z0-9+/]{2,2000}={0,2})["']?(?=[ \t]*(?:,[ \t]*)?(?:#.*)?$)/;

/** A value on a separate line, below its name. */
const encodedBlock = /^([ \t]+)([A-Za-z0-9+/]{2,2000}={0,2})[ \t]*$/;

function withDecodedData(document: string): string {
  let dataIndent: number | null = null;
  const lines = document.split('\n').map((line) => {
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (/^[ \t]*["']?data["']?[ \t]*:[ \t]*(?:\{[ \t]*)?(?:#.*)?$/.test(line)) dataIndent = indent;
    else if (dataIndent !== null && line.trim() !== '' && indent <= dataIndent) dataIndent = null;
    else if (dataIndent !== null) return line.replace(encodedLine, quotedOr).replace(encodedBlock, plainOr);
    return line;
  });
  return lines
    .join('\n')
    .replace(/"data"[ \t]{0,20}:[ \t]{0,20}\{[^{}\n]{1,20000}\}/g, (data) =>
      data.replace(/("[\w.-]{1,100}"[ \t]{0,20}:[ \t]{0,20})"([A-Za-z0-9+/]{2,2000}={0,2})"/g, quotedOr),
    );
}

function quotedOr(whole: string, start: string, value: string): string {
  const decoded = decodeBase64(value);
  return decoded === null ? whole : `${start}${JSON.stringify(decoded)}`;
}

function plainOr(whole: string, start: string, value: string): string {
  const decoded = decodeBase64(value);
  return decoded === null ? whole : `${start}${decoded}`;
}

/** Returns the text that is encoded; null for what isn't Base64 of ASCII. */
export function decodeBase64(value: string): string | null {
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return null;
  try {
    const text = atob(value).trim();
    return /^[\x20-\x7e\r\n\t]+$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

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
function withPlainCharacters(text: string): string {
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

/** Returns a text without the markup of Markdown, diffs, and HTML. */
function withoutMarkup(text: string): string {
  return withoutRemoved(withoutFences(withCharacters(text)));
}

function withoutFences(text: string): string {
  return text.replace(/```(?:[a-z]{1,12}(?=[ \t\n]))?/g, '\n');
}

/** Returns a text without the removed lines and the markers of a diff. */
function withoutRemoved(text: string): string {
  if (!/^\+[ \t]{0,40}["']?[A-Za-z_$][\w$.-]{0,100}["']?[ \t]{0,20}[:=]/m.test(text)) return text;
  const kept = text.split('\n').filter((line) => !/^(?:-|\+\+\+|@@)/.test(line));
  return kept.map((line) => line.replace(/^[+ ]/, '')).join('\n');
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', apos: "'", '#39': "'", '#x27': "'" };

/** Characters that HTML and XML escape. A quotation mark stays escaped where others delimit the values. */
function withCharacters(text: string): string {
  const quote = text.includes('"') ? '\\"' : '"';
  return text.replace(/&(lt|gt|amp|apos|quot|#39|#34|#x27|#x22);/gi, (_whole, name: string) => characters[name.toLowerCase()] ?? quote);
}

/**
 * Elements with a text, as resources of Android and property lists have them, and variables with a description, as Terraform and stores of
 * secrets have them, as variables.
 */
function withElements(text: string): string {
  const variable = (_whole: string, name: string, value: string) => `\n${name}=${JSON.stringify(value.trim())}\n`;
  return text
    .replace(/<string name="([\w.-]{1,100})"[^<>]{0,100}>([^<]{0,600})<\/string>/g, variable)
    .replace(/<key>\s{0,20}([\w.-]{1,100})\s{0,20}<\/key>\s{0,200}<string>([^<]{0,600})<\/string>/g, variable)
    .replace(/<([A-Za-z][\w.-]{1,100})>([^<>\n]{1,600})<\/\1>/g, variable)
    .replace(/^([ \t]*)variable[ \t]{1,20}"([\w-]{1,100})"[ \t]{0,20}\{[^{}]{0,2000}?\n[ \t]{0,40}default[ \t]{0,20}=/gm, '$1$2 =')
    .replace(/"([\w.-]{1,100})"\s{0,40}:\s{0,40}\{[^{}]{0,2000}?"(?:value|computed)"\s{0,40}:(?=\s{0,40}")/g, (whole, name: string) =>
      roleOfName(name) === undefined ? whole : `"${name}":`,
    );
}
