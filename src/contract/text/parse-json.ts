/**
 * Parses a JSON text that was pasted or read from a file, without a byte order mark at its start (RFC 8259, section 8.1).
 *
 * @throws SyntaxError like `JSON.parse`.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(withoutByteOrderMark(text));
}

/** Removes the byte order mark at the start of a text, which `JSON.parse` rejects. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
