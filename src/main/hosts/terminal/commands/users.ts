/** Users of a project. */
import type { ExportFormat } from '#contract/bridge/exports.ts';
import { nullForAppError } from '#contract/errors.ts';
import { exportFields, initialFields, isFieldOf, joinedFields } from '#contract/export/export-fields.ts';
import { isoTime } from '#contract/export/iso-time.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { literalPattern } from '#contract/text/literal-pattern.ts';
import { nearestOf } from '#contract/text/nearest-name.ts';
import { userPages } from '../../../remote/user-pages';
import { exitCodes, TerminalError } from '../exit-code';
import { failureText } from '../failure-text';
import { assertKept } from '../open-app';
import { safeJson, safeLines } from '../plain-output';
import { tableText } from '../table-text';
import type { CommandRun, RunCommand } from './command-run';

const defaultLimit = 100;

/** Returns the number of `--limit`. Throws a `TerminalError` for anything else than a whole number from 1 on. */
export function limitOf({ options }: Pick<CommandRun, 'options'>): number {
  const text = options.text('limit') ?? String(defaultLimit);
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new TerminalError('--limit takes a whole number from 1 to 9999999.', exitCodes.usage);
  return Number(text);
}

/** Lists users, newest first. */
export const listUsers: RunCommand = async (run) => {
  const { opened, options, terminal } = run;
  const limit = limitOf(run);
  const { id: connectionId } = await opened.connection();
  const query = options.text('query');
  const pages = userPages(async ({ fromEnd, ...page }) => {
    const order = { order_by: 'signed_up_at', desc: fromEnd !== true } as const;
    const found = { ...page, ...order, ...(query && { query: literalPattern(query) }) };
    const { items, pagination, omitted: left } = await opened.service.users.list({ actor: 'project', connectionId, query: found });
    return { users: items, omitted: left?.count ?? 0, next: pagination.next_cursor };
  });
  const users: ServerUser[] = [];
  let [omitted, hasMore] = [0, false];
  for await (const page of pages) {
    users.push(...page.users);
    omitted += page.omitted;
    hasMore = users.length > limit || page.next !== null;
    if (users.length >= limit) break;
    terminal.progress(`${users.length} users…`);
  }
  const shown = users.slice(0, limit).map((user) => ({
    id: user.id,
    primaryEmail: user.primary_email,
    isEmailVerified: user.primary_email_verified,
    displayName: user.display_name,
    signedUpAt: isoTime(user.signed_up_at_millis),
    lastActiveAt: isoTime(user.last_active_at_millis),
  }));
  if (options.has('json')) await terminal.print(`${safeJson({ users: shown, hasMore })}\n`);
  else {
    const rows = shown.map((user) => [
      user.id,
      user.primaryEmail ?? '',
      user.displayName ?? '',
      user.isEmailVerified ? 'yes' : 'no',
      user.signedUpAt ?? '',
    ]);
    await terminal.print(tableText(['ID', 'Email', 'Name', 'Verified', 'Signed up'], rows, terminal.columns));
    if (hasMore) terminal.say(`Only the first ${shown.length} are shown. Use --limit for more.`);
  }
  if (omitted > 0) terminal.say(leftOutText(omitted));
  return exitCodes.done;
};

/** Returns how many users are left out, and why. */
function leftOutText(count: number): string {
  return count === 1 ? '1 user couldn’t be read and was left out.' : `${count} users couldn’t be read and were left out.`;
}

const formats: Readonly<Record<string, ExportFormat>> = {
  csv: { format: 'csv', delimiter: ',', hasByteOrderMark: false },
  ndjson: { format: 'ndjson' },
  json: { format: 'json' },
};

/** Writes all users to a file, or prints them. */
export const exportUsers: RunCommand = async (run) => {
  const { opened, options, terminal } = run;
  const { id: connectionId } = await opened.connection();
  const format = formats[options.text('format') ?? 'csv'] ?? { format: 'json' };
  const id = await opened.api.exports.start({ connectionId, kind: 'users', scope: { kind: 'all' }, fields: fieldsOf(run), format });
  if (id === null) throw new TerminalError('Nothing was exported.');
  const { state, error, rows, omitted } = await ended(run, id);
  if (state !== 'done') throw new TerminalError(error === null ? 'The export was canceled.' : failureText(error));
  if (options.text('output') === undefined) await printFile(run, id);
  terminal.say(`${rows} users.${omitted > 0 ? ` ${leftOutText(omitted)}` : ''}`);
  return exitCodes.done;
};

/** Returns the fields of the file. Throws a `TerminalError` with the nearest one for an unknown field. */
export function fieldsOf({ options }: Pick<CommandRun, 'options'>): string[] {
  const given = options
    .text('fields')
    ?.split(',')
    .map((field) => field.trim());
  const unknown = given?.find((field) => !isFieldOf('users', field));
  if (unknown !== undefined) {
    const nearest = nearestOf(unknown, [...exportFields.users, ...joinedFields.users]);
    throw new TerminalError(
      `There is no field “${unknown}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
      exitCodes.usage,
    );
  }
  return [...(given ?? initialFields('users'))];
}

/** Resolves to a run of an export when it has ended. */
async function ended({ opened: { api, app }, terminal }: CommandRun, id: string) {
  const find = async () => (await api.exports.runs({})).value.find((run) => run.id === id);
  let stop = () => {};
  const changed = new Promise<void>((resolve) => {
    const look = async () => {
      const run = await find();
      if (run?.state === 'running') terminal.progress(`${run.rows} users…`);
      else resolve();
    };
    stop = app.onPush(({ name }) => {
      if (name === 'exports.runs') void look();
    });
    void look();
  });
  await changed;
  stop();
  const run = await find();
  if (run === undefined) throw new TerminalError('The export is gone.');
  return run;
}

async function printFile({ opened: { api }, terminal }: CommandRun, id: string): Promise<void> {
  for (let position: number | null = 0; position !== null; ) {
    const { text, next }: { text: string; next: number | null } = await api.exports.read({ id, position });
    await terminal.print(terminal.isShown ? safeLines(text) : text);
    position = next;
  }
}

/** Erases what Latchkey keeps about a user on this machine. Nothing changes at the service. */
export const eraseUser: RunCommand = async ({ opened, args, options, terminal }) => {
  assertKept(opened);
  const { api, service, connection } = opened;
  const { id: connectionId, name } = await connection();
  const userId = args[0] ?? '';
  if (!options.has('yes')) {
    const reply = terminal.isInteractive ? await terminal.ask(`Erase what Latchkey keeps about user ${userId} of “${name}”? [y/N] `) : null;
    if (reply === null) throw new TerminalError('Erasing has to be confirmed. Use --yes.', undefined, 'confirmation-required');
    if (!/^y(es)?$/i.test(reply.trim())) throw new TerminalError('Not confirmed. Nothing was erased.', undefined, 'confirmation-required');
  }
  const user = await service.users.read({ actor: 'project', connectionId, params: { user_id: userId } }).catch(nullForAppError);
  if (user === null) terminal.say('The user couldn’t be read from the service, so entries that have only the email address stay.');
  const names = user?.primary_email ? [user.primary_email] : [];
  await api.localIndex.erase({ connectionId, userId });
  const erased = { rows: 0, entries: 0 };
  // Where the policy forbids the journal, neither it nor jobs are kept.
  if ((await api.journal.state({})).value.state !== 'forbidden') {
    erased.rows = (await api.jobs.erasePerson({ connectionId, userId })).erased;
    erased.entries = (await api.journal.erasePerson({ connectionId, userId, names })).erased;
  }
  const { rows, entries } = erased;
  if (options.has('json')) await terminal.print(`${safeJson({ entries, rows })}\n`);
  else await terminal.print(`Erased from ${entries} entries of the journal and ${rows} rows of jobs.\n`);
  return exitCodes.done;
};
