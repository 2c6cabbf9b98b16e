/** Sending an email to users, with a result for each (wire/corrections 2.8.17 and 2.8.86). */
import { reportOf } from '../../lib/errors/error-text';
import { isRefusal } from '../../lib/errors/is-refusal';
import { runEach, type StepResult } from '../run-each';

/** What became of the email to one user. `unlisted`: the service accepted the request without saying that it sends to this user. */
export type EmailResult = StepResult | { readonly state: 'unlisted' };

/** Receives each result; null for a user to whom nothing was sent. */
export type ReportEmail = (userId: string, result: EmailResult | null) => void;

/** Refusals that apply to every user. Releases up to 2.8.26 have no codes for them. */
const ofAll: ReadonlySet<string> = new Set(['Cannot send custom emails when using shared email config', 'Notification category not found']);

/** Sends to one user after another, and reports each as `runEach` does. */
export function sendInTurn(userIds: readonly string[], send: (userId: string) => Promise<unknown>, report: ReportEmail): Promise<void> {
  return runEach(userIds, { send, report, ofAll });
}

interface Accepted {
  readonly results: readonly { readonly user_id: string; readonly success?: boolean | undefined }[];
}

/** Sends to all users with one request, and reports each. Throws a refusal, after which nothing was sent. */
export async function sendTogether(
  userIds: readonly string[],
  send: (userIds: readonly string[]) => Promise<Accepted>,
  report: ReportEmail,
): Promise<void> {
  for (const id of userIds) report(id, { state: 'running' });
  try {
    const { results } = await send(userIds);
    const accepted = new Set(results.filter(({ success }) => success !== false).map(({ user_id: id }) => id));
    for (const id of userIds) report(id, { state: accepted.has(id) ? 'done' : 'unlisted' });
  } catch (thrown) {
    const failure = reportOf(thrown);
    const isRefused = isRefusal(failure);
    for (const id of userIds) report(id, isRefused ? null : { state: 'unknown', report: failure });
    if (!isRefused) return;
    const missing = missingUser(failure.details);
    if (missing !== undefined && userIds.includes(missing)) report(missing, { state: 'failed', report: failure });
    throw thrown;
  }
}

function missingUser(details: unknown): string | undefined {
  const id = typeof details === 'object' && details !== null && 'user_id' in details ? details.user_id : undefined;
  return typeof id === 'string' ? id : undefined;
}
