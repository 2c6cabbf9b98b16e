/** The library without its process: opens databases, and handles requests one after the other, with pauses in which others are taken. */
import { type LibraryRequest, type LibraryResponse, libraryRequest } from '#contract/workers/library.ts';
import { LibraryError } from './encrypted-database';
import { deleteDatabaseFiles } from './index-database';
import { openIndex } from './open-index';
import { openRecords } from './records/open-records';

export interface LibraryService {
  /** Handles a message of the app. Never rejects. */
  receive(message: unknown): Promise<void>;
  close(): void;
}

/** An open database. */
interface Handle {
  handle(request: never, breathe: () => Promise<void>): Promise<unknown>;
  close(): void;
}

export interface LibraryServiceDeps {
  readonly post: (response: LibraryResponse) => void;
  readonly monotonic: () => number;
  /** Resolves when messages that arrived in the meantime were received. */
  readonly pause: () => Promise<void>;
  /** Resolves after a moment for which what no one waits for may wait. */
  readonly linger?: () => Promise<void>;
}

/** Creates the service. No file is opened yet. */
export function createLibraryService({ post, monotonic, pause, linger }: LibraryServiceDeps): LibraryService {
  const open = new Map<string, Handle>();
  const canceled = new Set<number>();
  const active = new Set<number>();
  const close = (path: string) => {
    open.get(path)?.close();
    open.delete(path);
  };
  const run = async (message: LibraryRequest): Promise<unknown> => {
    const { id, request } = message;
    if (request.op === 'cancel') return void (active.has(request.target) && canceled.add(request.target));
    if (request.op === 'open') {
      close(request.path);
      const handle = openIndex(request, monotonic);
      open.set(request.path, handle);
      return handle.handle({ op: 'state' }, pause);
    }
    if (request.op === 'open-records') {
      close(request.path);
      const handle = openRecords(request, linger);
      open.set(request.path, handle);
      return handle.handle({ op: 'journal-end' }, pause);
    }
    if (!('path' in message)) return null;
    const { path } = message;
    if (request.op === 'close') return close(path);
    if (request.op === 'delete') {
      close(path);
      return deleteDatabaseFiles(path);
    }
    const handle = open.get(path);
    if (handle === undefined) throw new LibraryError('closed');
    const breathe = async () => {
      await pause();
      if (canceled.has(id)) throw new LibraryError('cancelled');
      if (open.get(path) !== handle) throw new LibraryError('closed');
    };
    return handle.handle(request as never, breathe);
  };
  return {
    async receive(raw) {
      const message = libraryRequest.safeParse(raw);
      if (!message.success) return post({ id: idOf(raw), ok: false, fault: 'fault' });
      const { id } = message.data;
      active.add(id);
      try {
        post({ id, ok: true, value: (await run(message.data)) ?? null });
      } catch (thrown) {
        post({ id, ok: false, fault: thrown instanceof LibraryError ? thrown.fault : 'fault' });
      } finally {
        active.delete(id);
        canceled.delete(id);
      }
    },
    close() {
      for (const path of [...open.keys()]) close(path);
    },
  };
}

function idOf(raw: unknown): number {
  const { id } = (raw ?? {}) as { id?: unknown };
  return typeof id === 'number' ? id : 0;
}
