/** The file with certificates that are trusted in addition to those of the system. */
import { X509Certificate } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { Clock } from '../../ports/ports';
import { withinLimit } from '../../runtime/pending';

const maxBytes = 4_194_304;
/** A file on a network drive that doesn't respond would stop every request. */
const readLimitMillis = 5_000;

const boundary = /-----(BEGIN|END) (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/**
 * Reads the certificates of a PEM file that are valid now; other texts in it, such as keys, are ignored. Throws `ca-file-unreadable` for what
 * isn't a file of at most 4 MB or doesn't respond, `ca-file-empty` if it contains no certificate or one that is damaged, and `ca-file-expired`
 * if none is valid now.
 */
export async function readAuthorities(path: string, clock: Pick<Clock, 'now' | 'after'>): Promise<readonly string[]> {
  const read: { text?: string } = {};
  const reading = readText(path).then((text) => {
    read.text = text;
  });
  await withinLimit(reading, readLimitMillis, clock);
  if (read.text === undefined) throw fail('ca-file-unreadable');
  const found = certificatesIn(read.text).map(parse);
  if (found.length === 0) throw fail('ca-file-empty');
  const now = clock.now();
  const valid = found.filter(({ validFrom, validTo }) => Date.parse(validFrom) <= now && now <= Date.parse(validTo));
  if (valid.length === 0) throw fail('ca-file-expired');
  return valid.map(String);
}

/** Returns the texts from each begin to the next end. An expression for both would take minutes for a large file without ends. */
function certificatesIn(text: string): string[] {
  const found: string[] = [];
  let start: number | null = null;
  for (const { 0: line, 1: kind, index } of text.matchAll(boundary)) {
    if (kind === 'BEGIN') start ??= index;
    else if (start !== null) {
      found.push(text.slice(start, index + line.length));
      start = null;
    }
  }
  return found;
}

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    // The error of the parser may quote the file.
    throw fail('ca-file-empty');
  }
}

/** Rejects for anything but a file of a reasonable size. */
async function readText(path: string): Promise<string> {
  if (!isAbsolute(path)) throw new Error('not absolute');
  // Opening a pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > maxBytes) throw new Error('not a file');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
