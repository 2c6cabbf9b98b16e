/** The snapshots of deleted users and teams. Each function that changes several rows runs in a transaction. */
import {
  noProgress,
  type SnapshotData,
  type SnapshotProgress,
  type SnapshotSummary,
  type StoredSnapshot,
  snapshotMillis,
} from '#contract/journal/snapshot.ts';
import type { RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import { type Database, LibraryError } from '../encrypted-database';

type Of<Op extends RecordsRequest['op']> = Extract<RecordsRequest, { op: Op }>;

interface Row {
  readonly id: string;
  readonly connection: string;
  readonly destination: string;
  readonly target: string;
  readonly taken: number;
  readonly seq: number | null;
  readonly deletion: SnapshotSummary['deletion'];
  readonly json: string;
  readonly progress: string;
}

/** Stores a snapshot. Whether the deletion was done isn't known until it is finished, also if the process ends before. */
export function putSnapshot(database: Database, { id, connectionId, destination, takenAtMillis, data }: Of<'put-snapshot'>): null {
  const target = data.kind === 'user' ? data.user.id : data.team.id;
  database.run(
    "INSERT INTO snapshots (id, connection, destination, target, taken, deletion, json, progress) VALUES (?, ?, ?, ?, ?, 'unknown', ?, ?)",
    [id, connectionId, destination, target, takenAtMillis, JSON.stringify(data), JSON.stringify(noProgress)],
  );
  return null;
}

/** Stores how the deletion ended. An earlier snapshot of the same user or team, whose deletion was unknown, is replaced. */
export function finishSnapshot(database: Database, { id, result }: Of<'finish-snapshot'>): null {
  if (result === 'failed') database.run('DELETE FROM snapshots WHERE id = ?', [id]);
  else database.run('UPDATE snapshots SET deletion = ? WHERE id = ?', [result, id]);
  if (result === 'done')
    database.run(
      `DELETE FROM snapshots WHERE deletion = 'unknown' AND id <> ?1 AND EXISTS
       (SELECT 1 FROM snapshots own WHERE own.id = ?1 AND own.target = snapshots.target AND own.destination = snapshots.destination)`,
      [id],
    );
  return null;
}

/** Lists snapshots that haven't expired. */
export function listSnapshots(
  database: Database,
  { connectionId, destination, targetId, nowMillis }: Of<'list-snapshots'>,
): RecordsResults['list-snapshots'] {
  const rows = database.all<Row>(
    `SELECT * FROM snapshots WHERE connection = ? AND destination = ? AND taken > ? AND (? IS NULL OR target = ?)
     ORDER BY taken DESC, id LIMIT 1000`,
    [connectionId, destination, nowMillis - snapshotMillis, targetId ?? null, targetId ?? null],
  );
  return rows.map((row) => summaryOf(row, dataOf(row), progressOf(row)));
}

/** Returns a snapshot by its ID, or by the entry of the deletion. */
export function readSnapshot(database: Database, { id, nowMillis }: Of<'read-snapshot'>): StoredSnapshot | null {
  const column = typeof id === 'number' ? 'seq' : 'id';
  const row = database.one<Row>(`SELECT * FROM snapshots WHERE ${column} = ? AND taken > ?`, [id, nowMillis - snapshotMillis]);
  if (row === undefined) return null;
  const [data, progress] = [dataOf(row), progressOf(row)];
  return { ...summaryOf(row, data, progress), destination: row.destination, data, progress };
}

/** Notes that a step is about to be sent, unless it was before. */
export function beginStep(database: Database, { id, step, repeated }: Of<'begin-step'>): SnapshotProgress | null {
  const progress = readProgress(database, id);
  const known = Object.hasOwn(progress.steps, step) ? progress.steps[step]?.result : undefined;
  // What failed can be tried again. What may have been done only if the user says so.
  if (known === 'done' || (known !== undefined && known !== 'failed' && !repeated)) return null;
  return storeProgress(database, id, { ...progress, steps: { ...progress.steps, [step]: { result: 'running', code: null, known: null } } });
}

/** Stores how a step ended. */
export function endStep(database: Database, { id, step, ended, newId }: Of<'end-step'>): SnapshotProgress {
  const progress = readProgress(database, id);
  return storeProgress(database, id, { newId: newId ?? progress.newId, steps: { ...progress.steps, [step]: ended } });
}

/** Removes snapshots. */
export function removeSnapshots(database: Database, { which }: Of<'remove-snapshots'>): RecordsResults['remove-snapshots'] {
  const ids = database
    .all<Pick<Row, 'id' | 'connection' | 'taken'>>('SELECT id, connection, taken FROM snapshots')
    .filter(({ id, connection, taken }) => {
      if (which === 'all') return true;
      if ('id' in which) return id === which.id;
      return 'takenBeforeMillis' in which ? taken <= which.takenBeforeMillis : !which.exceptConnections.includes(connection);
    })
    .map(({ id }) => id);
  for (const id of ids) database.run('DELETE FROM snapshots WHERE id = ?', [id]);
  return { removed: ids.length };
}

/** Removes the snapshots of users, and users from those of teams. Runs in a transaction. */
export function eraseFromSnapshots(database: Database, userIds: readonly string[], destination: string | null): void {
  const rows = database.all<Row>('SELECT * FROM snapshots WHERE ? IS NULL OR destination = ?', [destination, destination]);
  for (const row of rows) {
    const data = dataOf(row);
    if (userIds.includes(row.target)) {
      database.run('DELETE FROM snapshots WHERE id = ?', [row.id]);
    } else if (data.kind === 'team') {
      const members = data.members.filter(({ id }) => !userIds.includes(id));
      if (members.length < data.members.length)
        database.run('UPDATE snapshots SET json = ? WHERE id = ?', [JSON.stringify({ ...data, members }), row.id]);
    }
  }
}

function readProgress(database: Database, id: string): SnapshotProgress {
  const row = database.one<Pick<Row, 'progress'>>('SELECT progress FROM snapshots WHERE id = ?', [id]);
  if (row === undefined) throw new LibraryError('gone');
  return progressOf(row);
}

function storeProgress(database: Database, id: string, progress: SnapshotProgress): SnapshotProgress {
  database.run('UPDATE snapshots SET progress = ? WHERE id = ?', [JSON.stringify(progress), id]);
  return progress;
}

const dataOf = ({ json }: Pick<Row, 'json'>) => JSON.parse(json) as SnapshotData;
const progressOf = ({ progress }: Pick<Row, 'progress'>) => JSON.parse(progress) as SnapshotProgress;

function summaryOf(
  { id, connection, target, taken, seq, deletion }: Row,
  data: SnapshotData,
  { newId }: SnapshotProgress,
): SnapshotSummary {
  const { display_name: displayName, profile_image_url: imageUrl } = data.kind === 'user' ? data.user : data.team;
  return {
    id,
    connectionId: connection,
    kind: data.kind,
    targetId: target,
    displayName,
    ...(data.kind === 'user' ? { primaryEmail: data.user.primary_email } : {}),
    imageUrl,
    takenAtMillis: taken,
    expiresAtMillis: taken + snapshotMillis,
    seq,
    deletion,
    newId,
  };
}
