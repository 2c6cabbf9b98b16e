/** Client of the library worker, which is started with the first request and again after its end. */
import { AppError, fail } from '#contract/errors.ts';
import {
  type IndexRequest,
  type IndexResults,
  type LibraryFault,
  type LibraryRequest,
  libraryResponse,
  type OpenIndex,
  type StoredState,
} from '#contract/workers/library.ts';
import type { ChainEnd, OpenRecords, RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import type { Worker } from '../ports/ports';

/** Thrown for a failure of the worker, with its code. */
export class LibraryFailure extends Error {
  override readonly name = 'LibraryFailure';
  constructor(readonly fault: LibraryFault) {
    super(fault);
  }
}

export interface LibraryClient {
  /** Opens an index. It stays open until it is closed, or the worker ends. */
  open(opened: OpenIndex): Promise<StoredState>;
  /** Makes a request about an index that was opened, which is opened again if the worker has ended since. Rejects with a {@link LibraryFailure}. */
  request<R extends IndexRequest>(path: string, request: R, signal?: AbortSignal): Promise<IndexResults[R['op']]>;
  /** Opens the records. They stay open until they are closed, or the worker ends: the next request then rejects with `closed`. */
  openRecords(opened: OpenRecords): Promise<ChainEnd>;
  /** Makes a request about the records. Rejects with a {@link LibraryFailure}. */
  records<R extends RecordsRequest>(path: string, request: R, signal?: AbortSignal): Promise<RecordsResults[R['op']]>;
  close(path: string): Promise<void>;
  /** Closes an index and deletes its files. */
  delete(path: string): Promise<void>;
  /** Ends the worker. Later requests are rejected with `closed`, so that what still runs starts no worker that would outlive the app. */
  end(): void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(thrown: LibraryFailure): void;
}

/** Creates the client. No worker is started before the first request. */
export function createLibraryClient(spawn: () => Worker): LibraryClient {
  const opened = new Map<string, OpenIndex>();
  const records = new Set<string>();
  const channel = createChannel(spawn);
  const reopen = async (path: string) => {
    const known = opened.get(path);
    if (known === undefined) throw new LibraryFailure('closed');
    await channel.send({ request: { op: 'open', ...known } });
  };
  return {
    async open(index) {
      opened.set(index.path, index);
      return (await channel.send({ request: { op: 'open', ...index } })) as StoredState;
    },
    async request(path, request, signal) {
      const send = () => channel.send({ path, request }, signal);
      if (!opened.has(path)) throw new LibraryFailure('closed');
      const value = await send().catch(async (thrown: unknown) => {
        // The worker is another one than that which opened the index.
        if (!(thrown instanceof LibraryFailure) || thrown.fault !== 'closed' || signal?.aborted) throw thrown;
        await reopen(path);
        return send();
      });
      return value as never;
    },
    async openRecords(own) {
      records.add(own.path);
      return (await channel.send({ request: { op: 'open-records', ...own } })) as ChainEnd;
    },
    records: async (path, request, signal) => (await channel.send({ path, request }, signal)) as never,
    async close(path) {
      const isOpen = opened.delete(path) || records.delete(path);
      if (isOpen && channel.isRunning()) await channel.send({ path, request: { op: 'close' } });
    },
    async delete(path) {
      opened.delete(path);
      records.delete(path);
      await channel.send({ path, request: { op: 'delete' } });
    },
    end() {
      opened.clear();
      records.clear();
      channel.end();
    },
  };
}

type Message = LibraryRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

interface Channel {
  /** Resolves to the value of the response. Rejects with `closed` if the worker ends before. */
  send(message: Message, signal?: AbortSignal): Promise<unknown>;
  isRunning(): boolean;
  end(): void;
}

function createChannel(spawn: () => Worker): Channel {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let isEnded = false;
  let lastId = 0;
  const rejectAll = (fault: LibraryFault) => {
    const waiting = [...pending.values()];
    pending.clear();
    for (const { reject } of waiting) reject(new LibraryFailure(fault));
  };
  const receive = (message: unknown) => {
    const response = libraryResponse.safeParse(message);
    if (!response.success) return;
    const { data } = response;
    const waiting = pending.get(data.id);
    pending.delete(data.id);
    if (data.ok) waiting?.resolve(data.value);
    else waiting?.reject(new LibraryFailure(data.fault));
  };
  const running = (): Worker => {
    if (worker !== null) return worker;
    const own = spawn();
    own.onMessage((message) => worker === own && receive(message));
    own.onExit(() => {
      if (worker !== own) return;
      worker = null;
      rejectAll('closed');
    });
    worker = own;
    return own;
  };
  return {
    isRunning: () => worker !== null,
    send(message, signal) {
      if (isEnded) return Promise.reject(new LibraryFailure('closed'));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const cancel = () => worker?.post({ id: 0, request: { op: 'cancel', target: id } });
        const end = () => signal?.removeEventListener('abort', cancel);
        pending.set(id, {
          resolve(value) {
            end();
            resolve(value);
          },
          reject(thrown) {
            end();
            reject(thrown);
          },
        });
        signal?.addEventListener('abort', cancel);
        try {
          running().post({ id, ...message });
        } catch {
          pending.get(id)?.reject(new LibraryFailure('unavailable'));
          pending.delete(id);
        }
      });
    },
    end() {
      isEnded = true;
      const own = worker;
      worker = null;
      own?.kill();
      rejectAll('closed');
    },
  };
}

/** Returns the error that windows get for a failure of the worker. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof LibraryFailure)) return fail('internal', {}, thrown);
  if (thrown.fault === 'cancelled') return fail('cancelled', {}, thrown);
  if (thrown.fault === 'gone') return fail('object-gone', {}, thrown);
  if (thrown.fault === 'disk-full') return fail('profile-not-writable', {}, thrown);
  return thrown.fault === 'fault' ? fail('internal', {}, thrown) : fail('profile-busy', {}, thrown);
}
