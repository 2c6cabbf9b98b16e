/** What diagnostics say about a connection, step by step: the result, what the step is about, and what to do where it failed. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { ConnectionCheck, TestResult } from '#contract/bridge/connection-test.ts';
import type { Diagnosis, DiagnosisStep } from '#contract/bridge/diagnostics.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { stepText } from '#lib/errors/diagnosis-text.ts';
import { errorText } from '#lib/errors/error-text.ts';
import type { Translator } from '#messages/translator.ts';
import { checkText, releaseText } from '../form/check-text';

export interface Finding {
  readonly id: string;
  readonly state: 'ok' | 'failed' | 'warning' | 'skipped';
  readonly title: string;
  /** What was found. */
  readonly result: string;
  /** What the step is about. */
  readonly about: string;
  /** What to do about a failure. */
  readonly next?: string | undefined;
  /** The code of a failure, for the report. */
  readonly code?: string | undefined;
  readonly millis?: number | undefined;
}

/** Seconds by which clocks may differ: sign-ins and keys are judged by the service's. */
const toleratedSeconds = 120;

/** Returns what was found between this computer and the service. `hasOwnClock` is set for the sandbox, whose clock is set on purpose. */
export function networkFindings(messages: Translator, { online, steps }: Diagnosis, hasOwnClock: boolean): readonly Finding[] {
  const { t } = messages;
  if (!online) {
    const { title, next } = errorText(messages, { code: 'offline' });
    return [
      {
        id: 'network',
        state: 'failed',
        title: t('diagnostics.network'),
        result: title,
        about: t('diagnostics.about.network'),
        next,
        code: 'offline',
      },
    ];
  }
  const isRepeated = ({ reason }: DiagnosisStep, at: number) =>
    reason !== undefined && steps.slice(0, at).some((earlier) => earlier.reason === reason);
  return steps.map((step, at) => {
    const found = stepFinding(messages, step, hasOwnClock);
    // What to do about it is shown once.
    return isRepeated(step, at) ? { ...found, next: undefined } : found;
  });
}

function stepFinding(messages: Translator, step: DiagnosisStep, hasOwnClock: boolean): Finding {
  const { t } = messages;
  const { name, ok, reason, found, millis, aheadSeconds = 0 } = step;
  const { advice } = stepText(messages, step);
  const isOff = ok && !hasOwnClock && Math.abs(aheadSeconds) > toleratedSeconds;
  const advised = reason === undefined ? undefined : errorText(messages, { code: reason }).next;
  return {
    id: name,
    // A service whose responses have no date works: only its clock isn't known.
    state: isOff || (name === 'clock' && !ok) ? 'warning' : ok ? 'ok' : 'failed',
    title: t(`ui.diagnosis.${name}`),
    result: resultOf(messages, step),
    about: t(`diagnostics.about.${name}`),
    next: isOff ? t('diagnostics.clock.next') : (advice ?? advised),
    code: ok ? undefined : found,
    millis,
  };
}

function resultOf(messages: Translator, step: DiagnosisStep): string {
  const { ok, found } = step;
  const { text, certificate } = stepText(messages, step);
  if (ok && /^[1-5]\d\d$/.test(found)) return messages.t('diagnostics.responded', { status: found });
  return ok || certificate === undefined ? text : messages.t('ui.sentences', { first: text, second: certificate });
}

/** Returns what was found about the service, the project, and the keys. */
export function serviceFindings(messages: Translator, { checks, release }: TestResult): readonly Finding[] {
  const { t } = messages;
  const isMissing = checks.some(({ name, outcome }) => name === 'project' && outcome === 'refused');
  const rows = checks.map((check) => checkFinding(messages, check, isMissing));
  const isReached = checks.some(({ name, outcome }) => name === 'reach' && outcome === 'ok');
  const version: Finding = {
    id: 'release',
    state: !isReached ? 'skipped' : release?.isNewer === false ? 'ok' : 'warning',
    title: t('connect.test.release'),
    result: isReached ? releaseText(release, t) : t('connect.check.not-checked'),
    about: t('diagnostics.about.release'),
  };
  return [...rows.slice(0, 1), version, ...rows.slice(1)];
}

const states: Readonly<Record<ConnectionCheck['outcome'], Finding['state']>> = {
  ok: 'ok',
  refused: 'failed',
  missing: 'skipped',
  'not-needed': 'ok',
  'not-checked': 'skipped',
};

function checkFinding(messages: Translator, check: ConnectionCheck, isProjectMissing: boolean): Finding {
  const { name, outcome, error, millis } = check;
  const { text, next } = checkText(messages, check, isProjectMissing);
  return {
    id: name,
    state: states[outcome],
    title: messages.t(`connect.check.${name}`),
    result: text === '' ? messages.t('diagnostics.works') : text,
    about: messages.t(`diagnostics.about.${name}`),
    next,
    code: error?.known ?? error?.code,
    millis: outcome === 'ok' || outcome === 'refused' ? millis : undefined,
  };
}

/** Returns what was found about the current account; `failure` is that of reading it. */
export function accountFinding(messages: Translator, account: Account | undefined, failure: ErrorReport | null): Finding {
  const { t } = messages;
  const base = { id: 'account', title: t('diagnostics.account'), about: t('diagnostics.about.account') };
  if (account === undefined) return { ...base, state: 'skipped', result: t('shell.account.none') };
  if (account.state === 'invalid')
    return { ...base, state: 'failed', result: t('diagnostics.account.ended'), next: t('next.sign-in'), code: 'session-ended' };
  if (failure !== null) {
    const { title, next } = errorText(messages, failure);
    return { ...base, state: 'failed', result: title, next, code: failure.known ?? failure.code };
  }
  return { ...base, state: 'ok', result: t(account.state === 'anonymous' ? 'diagnostics.account.anonymous' : 'diagnostics.account.valid') };
}
