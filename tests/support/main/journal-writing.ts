/** A process of a profile that writes to a service, with its journal, until it is killed. */
import { randomBytes } from 'node:crypto';
import { catalog } from '#contract/service/index.ts';
import { createJournal, type Journal } from '#main/journal/create-journal.ts';
import { createLibraryClient, type LibraryClient } from '#main/library/library-client.ts';
import type { Clock, Transport, TransportResponse, Worker } from '#main/ports/ports.ts';
import { createOldValues } from '#main/remote/old-values.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createRecordedWrites } from '#main/remote/recorded-writes.ts';
import { createSender, type Sender, type Target } from '#main/remote/send.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { createRuntime } from '#main/runtime/create-runtime.ts';
import { folderStore, secretsFolder } from './crashing';
import { headlessPorts } from './headless-ports';
import { startLibraryInProcess } from './library-in-process';

export interface WritingScene {
  readonly profile: string;
  readonly url: string;
  readonly projectId: string;
  readonly serverKey: string;
  /** The users whose names are changed, in turn. */
  readonly userIds: readonly string[];
}

export interface WritingProcess {
  readonly journal: Journal;
  readonly runtime: ReturnType<typeof createRuntime>;
  /** Reads a user, as a form does before it saves, with one try. */
  read(userId: string): Promise<unknown>;
  /** Renames a user, with one try. */
  rename(userId: string, name: string): Promise<unknown>;
  readonly sender: Sender;
  readonly target: Target & { readonly destination: string };
  readonly client: LibraryClient;
  /** Ends without a crash. */
  close(): Promise<void>;
}

const connectionId = 'c';

interface WritingOptions {
  readonly clock?: Clock;
  /** Starts the library: by default in this process, so that killing it can interrupt each step of the database. */
  readonly spawn?: () => Worker;
  /** Sends a request, and resolves to its response. */
  readonly exchange?: (send: () => Promise<TransportResponse>) => Promise<TransportResponse>;
  readonly isRecorded?: boolean;
  /** Whether entries have old values, which are read again unless they were read right before. */
  readonly readsOldValues?: boolean;
}

/** Opens the profile. */
export function openWriting({ profile, url, projectId, serverKey }: WritingScene, options: WritingOptions = {}): WritingProcess {
  const { clock = headlessPorts().clock, spawn = startLibraryInProcess, isRecorded = true, readsOldValues = false } = options;
  const { exchange = (send) => send() } = options;
  const inner = createUndiciTransport();
  const transport: Transport = { ...inner, send: (request) => exchange(() => inner.send(request)) };
  const ports = { ...headlessPorts(), clock, profileFolder: profile };
  const runtime = createRuntime(ports);
  const client = createLibraryClient(spawn);
  const journal = createJournal({
    ports,
    runtime,
    secrets: folderStore(secretsFolder(profile)),
    client,
    connections: { destinationOf: () => url },
    sessions: { serverTime: clock.now },
    assertPermitted: () => undefined,
    isLocked: () => false,
    isRequired: () => false,
    isForbidden: () => false,
  });
  const { recorder, recordIn } = createRecordedWrites();
  if (isRecorded) recordIn(journal.recorder);
  const clientVersion = 'electron @latchkey/desktop@0.0.0';
  const oldValues = readsOldValues ? createOldValues(clock) : null;
  const sender = createSender({ transport, clock, random: randomBytes, clientVersion, recorder, ...(oldValues && { oldValues }) });
  const target = { baseUrl: url, projectId, destination: url, keys: keysInHand({ server: serverKey }) };
  return {
    journal,
    runtime,
    sender,
    target,
    client,
    read: (userId) =>
      sender.send(
        catalog.users.read,
        'project',
        target,
        { params: { user_id: userId } },
        { origin: { source: 'window', connectionId }, once: true },
      ),
    rename: (userId, name) =>
      sender.send(
        catalog.users.update,
        'project',
        target,
        { params: { user_id: userId }, body: { display_name: name } },
        { origin: { source: 'window', connectionId }, once: true },
      ),
    async close() {
      await journal.close();
      client.end();
      await transport.close();
    },
  };
}
