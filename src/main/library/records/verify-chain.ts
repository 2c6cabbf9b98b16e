/** Verifies the chain of the journal: each entry's hash, that none is missing, and the checkpoint that is kept apart from it. */
import type { ChainFault } from '#contract/journal/journal-entry.ts';
import type { Checkpoint, Verification } from '#contract/workers/records.ts';
import type { Database } from '../encrypted-database';
import { chainEnd } from './append-entries';
import { type ChainEntry, hashOf, noHash } from './chain';

/** Entries that are checked without a pause. */
const stepSize = 1_000;
/** Number of places that are reported. */
const maxFaults = 100;

interface Row {
  readonly seq: number;
  readonly hash: string;
  readonly body: string;
  /** What the hash of the personal part is made of; null without one. */
  readonly part: string | null;
}

type Found = Pick<ChainFault, 'kind' | 'seq'>;

/**
 * Verifies the whole chain, and again from its beginning if entries are removed at its old end in the meantime. `breathe` lets other requests run, and rejects
 * when it is canceled.
 */
export async function verifyChain(database: Database, checkpoint: Checkpoint | null, breathe: () => Promise<void>): Promise<Verification> {
  const firstSeq = () => database.one<{ seq: number | null }>('SELECT min(seq) AS seq FROM entries')?.seq ?? null;
  for (;;) {
    const first = firstSeq();
    const check = createCheck(checkpoint);
    for (let at = 0; ; ) {
      const rows = database.all<Row>(
        `SELECT e.seq, e.hash, e.body, p.salt || p.json AS part FROM entries e LEFT JOIN personal p ON p.seq = e.seq
         WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,
        [at, stepSize],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      check.take(rows);
      at = last.seq;
      await breathe();
    }
    if (firstSeq() === first) return check.finish(chainEnd(database).chain);
  }
}

/** Creates the check of one pass. */
function createCheck(checkpoint: Checkpoint | null) {
  const found: Found[] = [];
  const known = new Map<string, number>();
  /** Entries whose personal part is gone, until an entry says that it was erased. */
  const missing = new Set<number>();
  let first: { readonly seq: number; readonly previous: string } | null = null;
  let last: Row | null = null;
  let atCheckpoint: string | null = null;
  let trimmed: { readonly through: number; readonly hash: string; readonly chain: string } | null = null;
  let name: string | null = null;
  let entries = 0;
  const report = (kind: ChainFault['kind'], seq: number) => void found.push({ kind, seq });
  const takePart = ({ seq, personal }: ChainEntry, part: string | null) => {
    if (part === null) {
      if (personal !== null) missing.add(seq);
    } else if (hashOf(part) !== personal) report('personal-altered', seq);
  };
  const takeFacts = ({ kind, facts, timeMillis, seq }: ChainEntry) => {
    if (kind === 'intent') entries += 1;
    if (kind === 'start') name = String(facts.chain);
    if (kind === 'trimmed') trimmed = facts as unknown as NonNullable<typeof trimmed>;
    if (kind === 'erased') for (const erased of listOf(facts.of)) missing.delete(Number(erased));
    if (kind === 'break') for (const fault of listOf(facts.faults) as Found[]) known.set(`${fault.kind} ${fault.seq}`, timeMillis);
    if (seq === checkpoint?.seq) atCheckpoint = last?.hash ?? null;
  };
  const takeRow = (row: Row) => {
    if (last !== null && takeWrite(row, last)) return;
    const entry = entryOf(row);
    const previous: string = last?.hash ?? entry?.previous ?? noHash;
    if (last !== null && row.seq !== last.seq + 1) report('gap', row.seq);
    else if (entry === null || entry.previous !== previous) report('altered', row.seq);
    first ??= { seq: row.seq, previous };
    last = row;
    if (entry === null) return;
    takePart(entry, row.part);
    takeFacts(entry);
  };
  /** Takes a write or an outcome that is as it should be. Returns false, and takes nothing, for anything else. */
  const takeWrite = (row: Row, before: Row): boolean => {
    if (row.seq !== before.seq + 1 || row.seq === checkpoint?.seq) return false;
    const head = headOf(row, before.hash);
    if (head === null || head.personal !== (row.part === null ? null : hashOf(row.part)) || hashOf(row.body) !== row.hash) return false;
    if (head.kind === 'intent') entries += 1;
    last = row;
    return true;
  };
  return {
    take(rows: readonly Row[]) {
      for (const row of rows) takeRow(row);
    },
    finish(chain: string): Verification {
      const end = { chain, seq: last?.seq ?? 0, hash: last?.hash ?? noHash };
      for (const seq of missing) report('personal-missing', seq);
      if (!isBeginning(first, trimmed)) report('gap', first?.seq ?? 0);
      if (![name, (trimmed as { chain: string } | null)?.chain ?? null].includes(chain)) report('replaced', end.seq);
      else if (checkpoint !== null) compare(checkpoint, end, atCheckpoint, first, report);
      const all = new Map<string, ChainFault>();
      for (const { kind, seq } of found) all.set(`${kind} ${seq}`, { kind, seq, foundAtMillis: known.get(`${kind} ${seq}`) ?? null });
      for (const [of, foundAtMillis] of known) {
        const [kind, seq] = of.split(' ');
        all.set(of, { kind: kind as ChainFault['kind'], seq: Number(seq), foundAtMillis });
      }
      return { faults: [...all.values()].sort((a, b) => a.seq - b.seq).slice(0, maxFaults), end, entries };
    },
  };
}

/**
 * Returns what the text of a write or an outcome says beside its facts, if it is a canonical text that follows the hash; null otherwise. Reading
 * it in place takes a tenth of the time of parsing: most entries need no more.
 */
function headOf({ seq, body }: Row, previous: string): { readonly kind: string; readonly personal: string | null } | null {
  const kindAt = body.lastIndexOf(kindMark);
  const kindEnd = body.indexOf('"', kindAt + kindMark.length);
  const kind = body.slice(kindAt + kindMark.length, kindEnd);
  if (kindAt < 0 || !(kind === 'intent' || kind === 'outcome') || !body.startsWith('{"facts":{')) return null;
  const personalAt = kindEnd + personalMark.length;
  const isNull = body.startsWith('null', personalAt);
  const personal = isNull ? null : body.slice(personalAt + 1, personalAt + 65);
  const head = `${personalMark}${isNull ? 'null' : `"${personal}"`},"previous":"${previous}","seq":${seq},"timeMillis":`;
  if (!body.startsWith(head, kindEnd)) return null;
  return /^\d+\}$/.test(body.slice(kindEnd + head.length)) ? { kind, personal } : null;
}

const kindMark = '},"kind":"';
const personalMark = '","personal":';

/** Returns the entry of a row; null if it isn't what its hash was made of. */
function entryOf({ seq, hash, body }: Row): ChainEntry | null {
  if (hashOf(body) !== hash) return null;
  try {
    const entry = JSON.parse(body) as ChainEntry;
    return entry.seq === seq && typeof entry.facts === 'object' ? entry : null;
  } catch {
    return null;
  }
}

/** Whether the chain starts with its first entry, or where entries were removed by the app. */
function isBeginning(first: { seq: number; previous: string } | null, trimmed: { through: number; hash: string } | null): boolean {
  if (first === null) return false;
  if (first.seq === 1) return first.previous === noHash;
  return trimmed?.through === first.seq - 1 && trimmed.hash === first.previous;
}

/** Compares the chain with the checkpoint. */
function compare(
  checkpoint: Checkpoint,
  end: Checkpoint,
  atCheckpoint: string | null,
  first: { seq: number } | null,
  report: (kind: ChainFault['kind'], seq: number) => void,
): void {
  if (checkpoint.chain !== end.chain) report('replaced', end.seq);
  else if (checkpoint.seq > end.seq) report('cut', end.seq);
  // Before the first entry that is left, there is nothing to compare.
  else if (checkpoint.seq >= (first?.seq ?? 1) && atCheckpoint !== checkpoint.hash) report('altered', checkpoint.seq);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
