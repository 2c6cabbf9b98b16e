/** The records of impersonations, synchronized with their file and published to windows. */
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { Topic } from '../runtime/topics';
import type { JsonFile } from '../storage/json-file';
import { createTaskQueue } from '../storage/task-queue';
import { type ImpersonationRecord, type RecordsData, toImpersonation } from './records-file';

export interface RecordStore {
  all(): readonly ImpersonationRecord[];
  find(id: string): ImpersonationRecord | undefined;
  /** Reads the file, which another process may have changed. */
  reload(): Promise<void>;
  add(record: ImpersonationRecord): Promise<void>;
  /** Changes a record, or removes it if `change` returns null. Resolves to the result; null if there is none. */
  change(id: string, change: (record: ImpersonationRecord) => ImpersonationRecord | null): Promise<ImpersonationRecord | null>;
  /** Sets why the session of a record couldn't be revoked. Isn't stored. */
  setProblem(id: string, problem: Impersonation['problem']): void;
}

/** Creates the store, without records until `reload`. */
export function createRecordStore(file: JsonFile<RecordsData>, topic: Topic<Impersonation[]>): RecordStore {
  let records: readonly ImpersonationRecord[] = [];
  const problems = new Map<string, Impersonation['problem']>();
  // Prevents applying older data after this process's own change.
  const enqueue = createTaskQueue();

  const publish = () => {
    const shown = records.map((record) => toImpersonation(record, problems.get(record.id) ?? null));
    if (JSON.stringify(shown) !== JSON.stringify(topic.get().value)) topic.set(shown);
  };
  const apply = ({ impersonations }: RecordsData) => {
    records = impersonations;
    for (const id of problems.keys()) if (!records.some((record) => record.id === id)) problems.delete(id);
    publish();
  };
  const update = (edit: (data: RecordsData) => RecordsData) => enqueue(async () => apply(await file.update(edit)));
  const find = (id: string) => records.find((record) => record.id === id);

  return {
    all: () => records,
    find,
    reload: () => enqueue(async () => apply(await file.read())),
    add: (record) => update(({ impersonations }) => ({ impersonations: [...impersonations, record] })),
    async change(id, change) {
      let result: ImpersonationRecord | null = null;
      await update(({ impersonations }) => {
        result = null;
        const next = impersonations.flatMap((record) => {
          if (record.id !== id) return [record];
          result = change(record);
          return result === null ? [] : [result];
        });
        return { impersonations: next };
      });
      return result;
    },
    setProblem(id, problem) {
      problems.set(id, problem);
      publish();
    },
  };
}
