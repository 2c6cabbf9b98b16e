/** Undoing what the journal has: what it would do, doing it, and offering it to the window that made a write. */
import { createHash } from 'node:crypto';
import type { Bridge } from '#contract/bridge/index.ts';
import type { ShownUndo } from '#contract/bridge/undo.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { type Fields, fieldsOf, parseConfiguration } from '#contract/journal/changed-fields.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import type { UndoStep } from '#contract/journal/undo-plan.ts';
import type { Caller } from '../../ports/caller';
import { type PrepareDeps, prepareUndo, refusedUndo } from './prepare-undo';
import { type SendUndoDeps, sendUndo } from './send-undo';
import { type UndoTargetDeps, undoTargetOf } from './undo-target';

export interface UndoDeps extends PrepareDeps, SendUndoDeps, UndoTargetDeps {
  /** Resolves to an entry; null if there is none. Rejects with an `AppError` without the journal. */
  readonly readEntry: (seq: number) => Promise<JournalEntry | null>;
}

type UndoHandlers = Handlers<Bridge, Caller>['undo'];

/** Creates the handlers of undoing. */
export function createUndo(deps: UndoDeps): UndoHandlers {
  const read = async (seq: number) => {
    const entry = await deps.readEntry(seq);
    if (entry === null) throw fail('object-gone');
    const undo = entry.undoneBy === null ? null : await deps.readEntry(entry.undoneBy);
    return { entry, target: undoTargetOf(deps, entry, undo) };
  };
  const run: UndoHandlers['run'] = async ({ seq, connectionId, fingerprint, secrets, note }, caller) => {
    const { target } = await read(seq);
    if (typeof target === 'string' || target.connectionId !== connectionId) throw fail('changed-elsewhere');
    const { shown, steps } = await prepareUndo(deps, target);
    if (shown.reason !== null || shown.fingerprint !== fingerprint) throw fail('changed-elsewhere');
    const origin = { undoes: seq, ...(note === undefined || note === '' ? {} : { note }) };
    const entered = withEntered(shown.asks, steps, secrets);
    // What is confirmed is kept as a hash.
    const confirmed = { undoes: seq, fingerprint, secrets: createHash('sha256').update(JSON.stringify(secrets)).digest('base64') };
    return sendUndo(deps, target, { steps: entered, origin, confirmed, caller });
  };
  const running = new Map<number, Promise<unknown>>();
  return {
    async check({ seq }) {
      const { target } = await read(seq);
      return { reason: typeof target === 'string' ? target : null };
    },
    async plan({ seq }) {
      const { entry, target } = await read(seq);
      if (typeof target === 'string') return refusedUndo(target, entry.connectionId);
      return (await prepareUndo(deps, target)).shown;
    },
    async run(asked, caller) {
      const { seq } = asked;
      // A second window's undo of the same entry is planned after the first, which it would repeat otherwise.
      const own = (running.get(seq) ?? Promise.resolve()).catch(() => undefined).then(() => run(asked, caller));
      running.set(seq, own);
      try {
        return await own;
      } finally {
        if (running.get(seq) === own) running.delete(seq);
      }
    },
  };
}

/** Returns the steps with the secrets that were asked for and entered. Throws `bad-input` without one of them. */
function withEntered(asks: ShownUndo['asks'], steps: readonly UndoStep[], secrets: Readonly<Record<string, string>>): readonly UndoStep[] {
  return asks.reduce((planned, { path }) => {
    const secret = Object.hasOwn(secrets, path) ? secrets[path] : undefined;
    const [field = ''] = path.split('.');
    const asking = planned.find(({ body }) => body !== undefined && Object.hasOwn(body, field));
    if (secret === undefined || secret === '' || asking?.body === undefined) throw fail('bad-input', { path });
    const body = fieldsOf(field === overrides ? withKey(asking.body, path, secret) : withValueAt(asking.body, path.split('.'), secret));
    return planned.map((step) => (step === asking ? { ...step, body } : step));
  }, steps);
}

/** The field that has keys of the configuration, as JSON in a text. */
const overrides = 'config_override_string';

/** Sets a value within that of a key of the configuration. Keys have dots. */
function withKey(body: Fields, path: string, secret: string): Fields {
  const keys = fieldsOf(parseConfiguration(body[overrides]));
  const inner = path.slice(overrides.length + 1);
  const key = Object.keys(keys).find((each) => inner.startsWith(`${each}.`));
  if (key === undefined) throw fail('bad-input', { path });
  const value = withValueAt(keys[key], inner.slice(key.length + 1).split('.'), secret);
  return { ...body, [overrides]: JSON.stringify({ ...keys, [key]: value }) };
}

function withValueAt(outer: unknown, [name = '', ...rest]: readonly string[], value: string): unknown {
  if (Array.isArray(outer)) return outer.map((item, at) => (String(at) === name ? withValueAt(item, rest, value) : item));
  const fields: Fields = fieldsOf(outer);
  return { ...fields, [name]: rest.length === 0 ? value : withValueAt(fields[name], rest, value) };
}
