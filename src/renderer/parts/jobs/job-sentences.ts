/** What jobs are called, and what is shown about their rows. */
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import type { JobPause, RowError, SkipReason } from '#contract/jobs/job.ts';
import { type JobAction, targetKindOf } from '#contract/jobs/job-action.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { durationText } from '#lib/intl/duration-text.ts';
import { formatNumber, shortenMiddle } from '#lib/intl/format.ts';
import type { Translator } from '#messages/translator.ts';

/** Names of what actions have only the IDs of. An ID replaces a name that isn't known. */
export interface JobNames {
  readonly team?: string | undefined;
  readonly user?: string | undefined;
}

/** Maximum number of characters of a value in a sentence. */
const maxValueLength = 40;

/** An action without texts doesn't compile where this is part of a key. */
type ActionText =
  | Exclude<JobAction['kind'], 'users.setOneTimeCodes' | 'users.restoreFields'>
  | `users.setOneTimeCodes.${'on' | 'off'}`
  | `users.restoreFields.${Extract<JobAction, { kind: 'users.restoreFields' }>['of']}`;

function textOf(action: JobAction): ActionText {
  if (action.kind === 'users.setOneTimeCodes') return `${action.kind}.${action.isOn ? 'on' : 'off'}`;
  if (action.kind === 'users.restoreFields') return `${action.kind}.${action.of}`;
  return action.kind;
}

/** Returns a metadata value as a sentence shows it: strings in quotes, others as JSON, long ones shortened. */
export function valueText({ t }: Translator, value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const short = text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
  return typeof value === 'string' ? t('jobs.quoted', { text: short }) : short;
}

/** Returns the values in the sentences of an action, by their names. `team`, `user`, `value`, `subject`, and `file` may be personal. */
export function jobParts(messages: Translator, action: JobAction, names: JobNames = {}): Readonly<Record<string, string>> {
  return {
    ...('teamId' in action ? { team: names.team ?? shortenMiddle(action.teamId) } : {}),
    ...('userId' in action ? { user: names.user ?? shortenMiddle(action.userId) } : {}),
    ...('permissionId' in action ? { permission: action.permissionId } : {}),
    ...('path' in action ? { path: action.path } : {}),
    ...('value' in action && action.value !== undefined ? { value: valueText(messages, action.value) } : {}),
    ...('subject' in action ? { subject: action.subject } : {}),
    ...('file' in action ? { file: action.file } : {}),
  };
}

/** Returns what a job does: “Add to Difference Team”. It isn't concealed. */
export function jobTitle(messages: Translator, action: JobAction, names?: JobNames): string {
  return jobTitleWith(messages, action, jobParts(messages, action, names));
}

/** Returns the same with given values for its parts, for marks around them. */
export function jobTitleWith({ t }: Translator, action: JobAction, parts: Readonly<Record<string, string>>): string {
  return t(`jobs.action.${textOf(action)}`, parts);
}

/** Returns the question before a job: “Add 1,167 users to “Difference Team”?”. It isn't concealed. */
export function jobQuestion(messages: Translator, action: JobAction, count: number, names?: JobNames): string {
  const { t, locale } = messages;
  return t(`jobs.question.${textOf(action)}`, { ...jobParts(messages, action, names), count, shown: formatNumber(count, locale) });
}

/** Returns the label of the button that starts a job: “Delete users”. */
export function jobButton({ t }: Translator, action: JobAction): string {
  return t(`jobs.button.${textOf(action)}`);
}

/** Returns what will be done with the rows that are sent, after their number: “to add”. */
export function jobEffect({ t }: Translator, action: JobAction): string {
  return t(`jobs.effect.${textOf(action)}`);
}

/** Returns how many rows there are, and what they are: “500 users”. */
export function targetCount({ t, locale }: Translator, action: Pick<JobAction, 'kind'>, count: number): string {
  return t(`jobs.targets.${targetKindOf(action)}`, { count, shown: formatNumber(count, locale) });
}

/** Returns why a row was left out. */
export function skipText({ t }: Translator, reason: SkipReason): string {
  return t(`jobs.skipped.${reason}`);
}

/** Returns why an active job doesn't go on. `untilMillis` is when it does, in milliseconds since the epoch, where that is known. */
export function pauseText({ t, locale }: Translator, pause: JobPause, untilMillis: number | null, nowMillis: number): string {
  if (pause !== 'rate-limited' || untilMillis === null || untilMillis <= nowMillis) return t(`jobs.pause.${pause}`);
  return t('jobs.pause.rate-limited.until', { time: durationText(Math.ceil((untilMillis - nowMillis) / 1_000) * 1_000, locale) });
}

/** Returns the text about a row that failed, or isn't known. */
export function rowErrorText(messages: Translator, { code, known, status, text }: RowError): string {
  const own = (Object.keys(errorCodes) as ErrorCode[]).find((one) => one === code) ?? 'internal';
  return errorText(messages, {
    code: own,
    ...(known === null ? {} : { known }),
    ...(status === null ? {} : { status }),
    ...(text === null ? {} : { text }),
  }).title;
}

/** Returns the code of a row that failed: the service's own, or the HTTP status, or null where a sentence says it all. */
export function rowErrorCode({ known, status }: RowError): string | null {
  return known ?? (status === null ? null : String(status));
}
