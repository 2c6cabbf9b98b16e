/** Texts that commands read: from a file, or from standard input. */
import { readFile, stat } from 'node:fs/promises';
import { maxDocumentLength } from '#contract/bridge/configuration.ts';
import { TerminalError } from '../exit-code';

/** Resolves to the text of a file; of standard input for `-`. Throws a `TerminalError` for more than 5 MB, and for what isn't text. */
export async function readText(file: string): Promise<string> {
  const bytes = file === '-' ? await readInput() : await readBytes(file);
  if (bytes.length > maxDocumentLength) throw new TerminalError(`“${file}” is larger than 5 MB.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TerminalError(`“${file}” isn’t text in UTF-8.`);
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    return size > maxDocumentLength ? new Uint8Array(size) : await readFile(file);
  } catch (cause) {
    throw new TerminalError(`Couldn’t read “${file}” (${(cause as NodeJS.ErrnoException).code}).`);
  }
}

async function readInput(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of process.stdin) {
    size += (part as Uint8Array).length;
    parts.push(part as Uint8Array);
    if (size > maxDocumentLength) break;
  }
  return Buffer.concat(parts);
}
