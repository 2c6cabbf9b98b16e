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
}

interface PersonalRow {
  readonly seq: number;
  readonly salt: string;
  readonly json: string;
}

type Found = Pick<ChainFault, 'kind' | 'seq'>;

/**
 * Verifies the whole chain, and again from its beginning if entries are removed at its old end meanwhile. `breathe` lets other requests run, and rejects
 * when it is canceled.
 */
export async function verifyChain(database: Database, checkpoint: Checkpoint | null, breathe: () => Promise<void>): Promise<Verification> {
  const firstSeq = () => database.one<{ seq: number | null }>('SELECT min(seq) AS seq FROM entries')?.seq ?? null;
  for (;;) {
    const first = firstSeq();
    const check = createCheck(checkpoint);
    for (let at = 0; ; ) {
      const rows = database.all<Row>('SELECT seq, hash, body FROM entries WHERE seq > ? ORDER BY seq LIMIT ?', [at, stepSize]);
      const last = rows.at(-1);
      if (last === undefined) break;
      const parts = database.all<PersonalRow>('SELECT seq, salt, json FROM personal WHERE seq > ? AND seq <= ?', [at, last.seq]);
      check.take(rows, new Map(parts.map((part) => [part.seq, part])));
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
  const takePart = ({ seq, personal }: ChainEntry, part: PersonalRow | undefined) => {
    if (part === undefined) {
      if (personal !== null) missing.add(seq);
    } else if (hashOf(part.salt + part.json) !== personal) report('personal-altered', seq);
  };
  const takeFacts = ({ kind, facts, timeMillis, seq }: ChainEntry) => {
    if (kind === 'intent') entries += 1;
    if (kind === 'start') name = String(facts.chain);
    if (kind === 'trimmed') trimmed = facts as unknown as NonNullable<typeof trimmed>;
    if (kind === 'erased') for (const erased of listOf(facts.of)) missing.delete(Number(erased));
    if (kind === 'break') for (const fault of listOf(facts.faults) as Found[]) known.set(`${fault.kind} ${fault.seq}`, timeMillis);
    if (seq === checkpoint?.seq) atCheckpoint = last?.hash ?? null;
  };
  const takeRow = (row: Row, part: PersonalRow | undefined) => {
    const entry = entryOf(row);
    const previous: string = last?.hash ?? entry?.previous ?? noHash;
    if (last !== null && row.seq !== last.seq + 1) report('gap', row.seq);
    else if (entry === null || entry.previous !== previous) report('altered', row.seq);
    first ??= { seq: row.seq, previous };
    last = row;
    if (entry === null) return;
    takePart(entry, part);
    takeFacts(entry);
  };
  return {
    take(rows: readonly Row[], parts: ReadonlyMap<number, PersonalRow>) {
      for (const row of rows) takeRow(row, parts.get(row.seq));
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
