/**
 * `node scripts/verify-journal.mjs FILE`: verifies an export of the journal as NDJSON, by the rule in `src/main/library/records/chain.ts`, with
 * nothing but Node. Exit codes: 0 the chain is whole, 1 it isn't, 2 the file can't be read.
 *
 * It shows that no entry was changed, inserted, or removed between the first and the last one of the file. It can't show that newer entries were
 * left out, or that the whole file was rewritten: for that, compare the hash of the last entry with one that was noted elsewhere.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** @typedef {{ kind: string, seq: number, previous: string, personal: string | null, facts: Record<string, unknown> }} Entry */
/** @typedef {{ entry: Entry, hash: string, personal: { part: unknown, salt: string } | null }} Line */

const noHash = '0'.repeat(64);

/**
 * JSON without spaces, with the names of each object sorted by their code units.
 * @param {unknown} value
 * @returns {string}
 */
function canonicalText(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`).join(',')}}`;
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** Verifies lines one by one. */
function createCheck() {
  /** @type {string[]} */
  const faults = [];
  /** @type {Set<number>} Entries whose personal part is missing, until one says that it was erased. */
  const missing = new Set();
  /** @type {{ seq: number, previous: string } | null} */
  let first = null;
  /** @type {{ seq: number, hash: string } | null} */
  let last = null;
  /** @type {Record<string, unknown> | null} */
  let trimmed = null;
  let [number, writes] = [0, 0];
  /** @param {Line} line */
  const checkPersonal = ({ entry, personal }) => {
    if (personal === null && entry.personal !== null) missing.add(entry.seq);
    if (personal !== null && hashOf(personal.salt + canonicalText(personal.part)) !== entry.personal)
      faults.push(`Entry ${entry.seq}: its personal part isn't what was recorded.`);
  };
  /** @param {Line} line */
  const checkChain = ({ entry, hash }) => {
    if (hashOf(canonicalText(entry)) !== hash) faults.push(`Entry ${entry.seq}: it isn't what was recorded.`);
    if (last === null) return;
    if (entry.seq !== last.seq + 1) faults.push(`Entry ${entry.seq}: it follows entry ${last.seq}.`);
    else if (entry.previous !== last.hash) faults.push(`Entry ${entry.seq}: it doesn't belong to the entry before it.`);
  };
  return {
    /** @param {string} text */
    take(text) {
      number += 1;
      const line = parse(text);
      if (line === null) return void faults.push(`Line ${number}: it isn't an entry.`);
      const { entry, hash } = line;
      checkChain(line);
      checkPersonal(line);
      first ??= { seq: entry.seq, previous: entry.previous };
      last = { seq: entry.seq, hash };
      if (entry.kind === 'intent') writes += 1;
      if (entry.kind === 'trimmed') trimmed = entry.facts;
      if (entry.kind === 'erased' && Array.isArray(entry.facts.of)) for (const seq of entry.facts.of) missing.delete(seq);
    },
    finish() {
      for (const seq of missing) faults.push(`Entry ${seq}: its personal part is missing, and wasn't erased.`);
      if (first === null) faults.push('There are no entries.');
      else if (!isBeginning(first, trimmed)) faults.push(`Entry ${first.seq}: the entries before it are missing.`);
      return { faults, number, writes, last };
    },
  };
}

/**
 * Whether the chain starts with its first entry, or where the app removed old ones.
 * @param {{ seq: number, previous: string }} first
 * @param {Record<string, unknown> | null} trimmed
 */
function isBeginning(first, trimmed) {
  if (first.seq === 1) return first.previous === noHash;
  return trimmed?.through === first.seq - 1 && trimmed?.hash === first.previous;
}

/** @param {string} text @returns {Line | null} */
function parse(text) {
  try {
    const line = JSON.parse(text);
    const { entry, hash, personal } = line;
    const isEntry = Number.isSafeInteger(entry.seq) && typeof entry.previous === 'string' && typeof entry.facts === 'object';
    return isEntry && typeof hash === 'string' && (personal === null || typeof personal.salt === 'string') ? line : null;
  } catch {
    return null;
  }
}

/**
 * Yields the lines of a file. `readline` would also end them at separators that texts may contain.
 * @param {string} file
 */
async function* linesOf(file) {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

const [path, ...rest] = process.argv.slice(2);
if (path === undefined || rest.length > 0) {
  console.error('Usage: node scripts/verify-journal.mjs FILE');
  process.exit(2);
}
const check = createCheck();
try {
  for await (const line of linesOf(path)) if (line.trim() !== '') check.take(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
const { faults, number, writes, last } = check.finish();
for (const fault of faults) console.log(fault);
console.log(`${number} entries, ${writes} of them writes. ${faults.length === 0 ? 'The chain is whole.' : 'The chain is NOT whole.'}`);
if (last !== null) console.log(`Last entry: ${last.seq} ${last.hash}`);
process.exitCode = faults.length === 0 ? 0 : 1;
