/** The journal of the profile. */
import { appendFile } from 'node:fs/promises';
import { AppError } from '#contract/errors.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { createTaskQueue } from '../../../storage/task-queue';
import { exitCodes, TerminalError } from '../exit-code';
import type { Opened } from '../open-app';
import { safeJson } from '../plain-output';
import { tableText } from '../table-text';
import type { RunCommand } from './command-run';
import { limitOf } from './users';

const pageSize = 500;

/** Lists entries, newest first. */
export const listJournal: RunCommand = async (run) => {
  const { opened, options, terminal } = run;
  const limit = limitOf(run);
  const of = options.has('connection') ? { connectionId: (await opened.connection()).id } : {};
  const text = options.text('query');
  const filter = { ...of, ...(text !== undefined && { text }) };
  const entries: JournalEntry[] = [];
  for (let hasMore = true; hasMore && entries.length < limit; ) {
    const before = entries.at(-1)?.seq;
    const page = await opened.api.journal.list({
      filter,
      ...(before !== undefined && { before }),
      limit: Math.min(pageSize, limit - entries.length),
    });
    entries.push(...page.entries);
    hasMore = page.hasMore && page.entries.length > 0;
  }
  if (options.has('json')) await terminal.print(`${safeJson({ entries })}\n`);
  else {
    const rows = entries.map(({ seq, timeMillis, endpoint, target, outcome, source, osUser }) => {
      const about = target.id === null ? target.kind : `${target.kind} ${target.id}`;
      return [String(seq), new Date(timeMillis).toISOString(), endpoint, about, outcome?.result ?? 'open', source, osUser];
    });
    await terminal.print(tableText(['No.', 'Time', 'Request', 'About', 'Result', 'From', 'User'], rows, terminal.columns));
  }
  return exitCodes.done;
};

/** Prints the chain of entries as lines of JSON, or writes it to a file. */
export const exportJournal: RunCommand = async ({ opened, options, terminal }) => {
  const output = options.text('output');
  if (output === undefined) await eachPage(opened, 0, (text) => terminal.print(text));
  else {
    await writable(output, () => appendFile(output, '', { mode: 0o600, flag: 'wx' }));
    await eachPage(opened, 0, (text) => writable(output, () => appendFile(output, text)));
  }
  return exitCodes.done;
};

/** Verifies the chain of entries. */
export const verifyJournal: RunCommand = async ({ opened: { api }, options, terminal }) => {
  await api.journal.verify({});
  const { verification, faults, entries, end } = (await api.journal.state({})).value;
  if (options.has('json')) await terminal.print(`${safeJson({ verification, entries, end, faults })}\n`);
  else {
    for (const fault of faults) await terminal.print(`${safeJson(fault, 0)}\n`);
    const text =
      { whole: 'The chain is whole.', broken: 'The chain is NOT whole.' }[verification as string] ?? 'The chain couldn’t be verified.';
    await terminal.print(`${entries ?? 0} entries. ${text}\n`);
  }
  return verification === 'whole' ? exitCodes.done : exitCodes.failed;
};

async function eachPage({ api }: Pick<Opened, 'api'>, start: number, take: (text: string) => Promise<void>): Promise<void> {
  for (let after: number | null = start; after !== null; ) {
    const { text, next }: { text: string; next: number | null } = await api.journal.exportPage({ after });
    if (text !== '') await take(text);
    after = next;
  }
}

/** Runs what writes to a file. Throws a `TerminalError` with the code of the system if that fails. */
export async function writable(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new TerminalError(`Couldn’t write “${file}” (${(cause as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Checks that a file can be appended to, and appends each entry that is made from now on, so that it is there whatever ends the command. Returns what
 * appends those that aren't there yet.
 */
export async function keepEntries(opened: Opened, file: string): Promise<() => Promise<void>> {
  await writable(file, () => appendFile(file, '', { mode: 0o600 }));
  let last = opened.isTemporary ? 0 : await lastEntry(opened);
  let isDue = false;
  const inTurn = createTaskQueue();
  const append = async () => {
    isDue = false;
    await eachPage(opened, last, async (text) => {
      await writable(file, () => appendFile(file, text));
      last = lastSeq(text);
    });
  };
  opened.app.onPush(({ name }) => {
    if (name !== 'journal.state' || isDue) return;
    isDue = true;
    // What can't be appended now is tried again with the next entry, and at the end.
    void inTurn(append).catch(() => undefined);
  });
  return () => inTurn(append);
}

/** Returns the number of the last entry of a page. */
function lastSeq(text: string): number {
  const { entry } = JSON.parse(text.slice(text.lastIndexOf('\n', text.length - 2) + 1)) as { readonly entry: { readonly seq: number } };
  return entry.seq;
}

async function lastEntry({ api }: Opened): Promise<number> {
  // The journal is opened by the first request.
  const [newest] = (await api.journal.list({ filter: {}, limit: 1 })).entries;
  // Entries are followed by others about them, such as their outcome.
  return Math.max(newest?.seq ?? 0, (await api.journal.state({})).value.end ?? 0);
}
