/** The policy of the machine: locks settings, forbids actions, and restricts the services that connections may have. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { type ForbiddableAction, forbiddableActions, type PolicyState, type RequirableSafeguard } from '#contract/bridge/settings.ts';
import { fail } from '#contract/errors.ts';
import { lockableSettings, type Settings } from '#contract/setting-rows.ts';
import type { Clock, PolicyLocation } from '../ports/ports';
import type { Log } from '../runtime/log';
import type { Topic } from '../runtime/topics';
import { createTaskQueue } from '../storage/task-queue';
import { watchExistingFile } from '../storage/watch-file';
import { type BrokenPolicy, isHostAllowed, type Policy, parsePolicy } from './parse-policy';

/** Reads the file of a policy, if only the administrator of the machine can write it. */
const maxBytes = 64 * 1024;

/** Returns the folder of a policy. */
function folderOf({ file }: PolicyLocation): string {
  return (file.startsWith('/') ? posix : win32).dirname(file);
}

/**
 * Resolves to the text of the policy, or null if there is none. A file is used only if it is a regular one of at most 64 kB that, like its
 * folder, belongs to the administrator and that others can't write.
 */
export async function readPolicyFile(place: PolicyLocation): Promise<string | null | BrokenPolicy> {
  const folder = await statsOf(folderOf(place));
  const known = folder === null ? null : await statsOf(place.file);
  if (folder === null || known === null) return null;
  if (folder === 'unreadable' || known === 'unreadable') return { problem: 'unreadable' };
  // Links could point to files that others can write.
  if (!known.isFile()) return { problem: 'not-a-file' };
  if (!folder.isDirectory() || !isProtected(folder, place)) return { problem: 'folder-not-protected' };
  try {
    return await readProtected(place);
  } catch (thrown) {
    return codeOf(thrown) === 'ENOENT' ? null : { problem: codeOf(thrown) === 'ELOOP' ? 'not-a-file' : 'unreadable' };
  }
}

async function readProtected(place: PolicyLocation): Promise<string | BrokenPolicy> {
  // What was checked by its name may have been replaced: the open file is checked, which is not a link and not a pipe that nothing writes to.
  const handle = await open(place.file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return { problem: 'not-a-file' };
    if (!isProtected(stats, place)) return { problem: 'not-protected' };
    return await textOf(handle);
  } finally {
    await handle.close();
  }
}

async function textOf(handle: FileHandle): Promise<string | BrokenPolicy> {
  const bytes = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = (await handle.read(bytes, length, bytes.length - length)).bytesRead;
  }
  if (length > maxBytes) return { problem: 'too-large' };
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length));
  } catch {
    return { problem: 'not-json' };
  }
}

/** Whether a file or folder belongs to the administrator, and neither its group nor others can write it. */
function isProtected({ uid, mode }: Stats, { ownerId }: PolicyLocation): boolean {
  return ownerId === null || (uid === ownerId && (mode & 0o022) === 0);
}

/** Resolves to null if there is nothing of that name. */
async function statsOf(path: string): Promise<Stats | null | 'unreadable'> {
  try {
    return await lstat(path);
  } catch (thrown) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(thrown)) ? null : 'unreadable';
  }
}

function codeOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException).code ?? '';
}

/** Milliseconds after a change of the file before it is read, because the program that writes it may not be done. */
const settleMillis = 300;

/** Settings while the policy can't be used: until it is corrected, nothing can be changed, and no update is installed. */
const safest: Policy['settings'] = { readOnly: true, updates: false };

export interface PolicyService {
  /** Reads the policy, and follows its file. A file that can't be used is a state of the policy. */
  load(): Promise<void>;
  /** Returns the settings that apply: those of the user, replaced by those of the policy. */
  apply(settings: Settings): Settings;
  isLocked(setting: keyof Settings): boolean;
  /** Whether a connection to this server may be stored. Under a broken policy, none may be added. */
  mayAdd(baseUrl: string): boolean;
  /** Whether an action is forbidden. Under a broken policy, all of them are, except keeping the journal. */
  isForbidden(action: ForbiddableAction): boolean;
  /** Whether changes require a safeguard. Under a broken policy nothing can be changed. */
  isRequired(safeguard: RequirableSafeguard): boolean;
  /** Throws `forbidden-by-policy` with the action as its path, if it is forbidden. */
  assertPermitted(action: ForbiddableAction): void;
  /** Whether requests may be sent to this address. */
  mayReach(address: string): boolean;
  close(): void;
}

interface PolicyDeps {
  readonly place: PolicyLocation | null;
  readonly clock: Pick<Clock, 'after'>;
  readonly topic: Topic<PolicyState>;
  readonly log: Log['write'];
  /** Runs after the policy has changed. */
  readonly onChange: () => void;
}

/** Creates the policy, which decides nothing until `load`. */
export function createPolicy({ place, clock, topic, log, onChange }: PolicyDeps): PolicyService {
  let values: Policy['settings'] = {};
  let allowedHosts: readonly string[] | null = null;
  let stopWatching = () => {};
  let stopWaiting = () => {};
  const inTurn = createTaskQueue();

  const read = async ({ file }: PolicyLocation, found: Policy | BrokenPolicy | null): Promise<void> => {
    const state = stateOf(file, found);
    const before = [values, topic.get().value];
    values = found === null ? {} : 'problem' in found ? safest : found.settings;
    allowedHosts = state.state === 'active' ? state.allowedHosts : null;
    if (JSON.stringify([values, state]) === JSON.stringify(before)) return;
    topic.set(state);
    if (state.state === 'broken')
      log('warn', 'policy-broken', { problem: state.problem, ...(state.field === null ? {} : { field: state.field }) });
    else log('info', `policy-${state.state}`, {});
    onChange();
  };
  const reload = (from: PolicyLocation) =>
    inTurn(async () => {
      const text = await readPolicyFile(from);
      await read(from, typeof text === 'string' ? parsePolicy(text) : text);
    });

  const isForbidden = (action: ForbiddableAction) => {
    const state = topic.get().value;
    return state.state !== 'none' && state.forbidden.includes(action);
  };

  return {
    async load() {
      if (place === null) return;
      stopWatching = watchExistingFile(place.file, () => {
        stopWaiting();
        stopWaiting = clock.after(settleMillis, () => void reload(place));
      });
      await reload(place);
    },
    apply: (settings) => ({ ...settings, ...values }),
    isLocked: (setting) => setting in values,
    isForbidden,
    isRequired(safeguard) {
      const state = topic.get().value;
      return state.state === 'active' && state.required.includes(safeguard);
    },
    assertPermitted(action) {
      if (isForbidden(action)) throw fail('forbidden-by-policy', { path: action });
    },
    mayAdd: (baseUrl) => topic.get().value.state !== 'broken' && (allowedHosts === null || isHostAllowed(baseUrl, allowedHosts)),
    mayReach: (address) => allowedHosts === null || isHostAllowed(address, allowedHosts),
    close() {
      stopWatching();
      stopWaiting();
    },
  };
}

function stateOf(file: string, found: Policy | BrokenPolicy | null): PolicyState {
  if (found === null) return { state: 'none' };
  const locked = (decided: Policy['settings']) => lockableSettings.filter((name) => name in decided);
  if ('problem' in found) {
    const { problem, field = null } = found;
    // What is still changed, such as by signing out, stays recorded.
    const forbidden = forbiddableActions.filter((action) => action !== 'journal');
    return { state: 'broken', file, problem, field, locked: locked(safest), forbidden };
  }
  const { organization, contact, settings, allowedHosts, forbidden, required } = found;
  const decided = {
    locked: locked(settings),
    forbidden: [...forbidden],
    required: [...required],
    allowedHosts: allowedHosts && [...allowedHosts],
  };
  return { state: 'active', file, organization, contact, ...decided };
}

/** Throws `host-not-allowed` unless connections to the server may be stored. */
export type AssertMayAdd = (baseUrl: string) => void;

/** Creates the check of a connection's server. */
export function createAssertMayAdd(policy: Pick<PolicyService, 'mayAdd'>): AssertMayAdd {
  return (baseUrl) => {
    if (!policy.mayAdd(baseUrl)) throw fail('host-not-allowed', { path: 'baseUrl' });
  };
}

/** Throws `forbidden-by-policy` for an action that the policy of the machine forbids. */
export type AssertPermitted = PolicyService['assertPermitted'];
