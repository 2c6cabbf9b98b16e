/** Prepares a pasted text for its scan: without markup, with the values of Kubernetes secrets and of quoted texts as plain text. */
import { withPlainCharacters } from './paste-characters';
import { withElements, withoutMarkup } from './paste-markup';

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

/** A value on a line of its own, below its name. */
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
