import type { ErrorReport } from '#contract/errors.ts';
import { isRefusal } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';

interface Named {
  readonly id: string;
  readonly display_name: string;
}

interface New {
  readonly display_name: string;
}

interface CreateOnceDeps<T extends Named, N extends New> {
  /** Returns the objects as they were last read. */
  readonly known: () => Promise<readonly T[]>;
  /** Reads the objects again. */
  readonly read: () => Promise<readonly T[]>;
  readonly send: (wanted: N) => Promise<T>;
}

/**
 * Returns a function that creates a named object and never creates it twice: after a response was lost, it looks for the new one before it
 * fails, and again before it sends the same name once more.
 */
export function createOnce<T extends Named, N extends New>({ known, read, send }: CreateOnceDeps<T, N>): (wanted: N) => Promise<T> {
  let lost: { readonly name: string; readonly before: ReadonlySet<string> } | null = null;
  const findCreated = async () => {
    const { name, before } = lost ?? { name: '', before: new Set<string>() };
    const created = (await read()).find((one) => one.display_name === name && !before.has(one.id));
    if (created !== undefined) lost = null;
    return created;
  };
  return async (wanted) => {
    const { display_name: name } = wanted;
    const earlier = lost?.name === name ? await findCreated() : undefined;
    if (earlier !== undefined) return earlier;
    const before = new Set((await known()).map(({ id }) => id));
    try {
      const created = await send(wanted);
      lost = null;
      return created;
    } catch (thrown) {
      if (isRefusal(reportOf(thrown))) throw thrown;
      lost = { name, before };
      const created = await findCreated().catch(() => undefined);
      if (created === undefined) throw thrown;
      return created;
    }
  };
}

/** Whether the service removed something now, or no longer had it: after an earlier try whose response was lost, or after a removal elsewhere. */
export type Removal = 'removed' | 'gone';

/**
 * Sends a request that removes something. `isGone` recognizes the errors with which the service says that it doesn't have it: a request
 * whose response was lost is repeated. Throws any other failure.
 */
export async function removeOnce(
  send: () => Promise<unknown>,
  isGone: (report: ErrorReport) => boolean | Promise<boolean>,
): Promise<Removal> {
  try {
    await send();
    return 'removed';
  } catch (thrown) {
    if (await isGone(reportOf(thrown))) return 'gone';
    throw thrown;
  }
}

/** An email address that the service doesn't have (wire/endpoints 3). */
export function isEmailGone({ status, text }: ErrorReport): boolean {
  return status === 400 && text === 'Contact channel not found';
}

/** A session that was already revoked (wire/endpoints 1.6). */
export function isSessionGone({ status, text }: ErrorReport): boolean {
  return status === 404 && text === 'Session not found.';
}

/** A provider account that was already disconnected (wire/corrections 2.8.24). */
export function isProviderAccountGone({ status, text }: ErrorReport): boolean {
  return status === 404 && text?.startsWith('OAuth provider ') === true && text.endsWith(' not found');
}

/** A user who isn't a member of the team. If it's another user than `userId`, the account itself may not be one. */
export function isMemberGone({ known, details }: ErrorReport, userId?: string): boolean {
  if (known !== 'TEAM_MEMBERSHIP_NOT_FOUND') return false;
  return userId === undefined || (isObject(details) && details.user_id === userId);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * How far one of several requests has come. `unknown`: the response was lost, so it may have had its effect. `skipped`: it wasn't sent,
 * because an earlier one failed for a reason that applies to all.
 */
export type StepResult =
  | { readonly state: 'waiting' | 'running' | 'done' | 'skipped' }
  | { readonly state: 'failed' | 'unknown'; readonly report: ErrorReport };

interface EachOptions<I> {
  readonly send: (item: I) => Promise<unknown>;
  readonly report: (item: I, result: StepResult) => void;
  /** Refusals that apply to every item, by the service's error code or, where it has none, by its text. */
  readonly ofAll: ReadonlySet<string | undefined>;
}

/**
 * Sends one item after another and reports each. A refusal of one item doesn't stop the run. Anything else does, because it would stop
 * the rest too; those are skipped.
 */
export async function runEach<I>(items: readonly I[], { send, report, ofAll }: EachOptions<I>): Promise<void> {
  for (const item of items) report(item, { state: 'waiting' });
  for (const [at, item] of items.entries()) {
    report(item, { state: 'running' });
    const result = await attempt(() => send(item));
    report(item, result);
    if (result.state === 'done' || (result.state === 'failed' && concernsOne(result.report, ofAll))) continue;
    for (const rest of items.slice(at + 1)) report(rest, { state: 'skipped' });
    return;
  }
}

async function attempt(send: () => Promise<unknown>): Promise<StepResult> {
  try {
    await send();
    return { state: 'done' };
  } catch (thrown) {
    const report = reportOf(thrown);
    return { state: isRefusal(report) ? 'failed' : 'unknown', report };
  }
}

function concernsOne({ code, known, text }: ErrorReport, ofAll: ReadonlySet<string | undefined>): boolean {
  if (code === 'service-error') return text === undefined || !ofAll.has(text);
  return code === 'bad-input' || (code === 'known-error' && !ofAll.has(known));
}
