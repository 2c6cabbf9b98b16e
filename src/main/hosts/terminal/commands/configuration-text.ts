/** Comparisons, plans, and faults of configurations as lines. */
import type { Comparison, PlannedStep, ShownFault, ShownNamingProblem, ShownPlan, ShownRow } from '#contract/bridge/configuration.ts';
import { createTranslator } from '#messages/translator.ts';
import { TerminalError } from '../exit-code';
import { failureText } from '../failure-text';
import { safeLine } from '../plain-output';
import type { Terminal } from '../terminal';

const { t } = createTranslator('en');

type Unread = Exclude<Comparison, { readonly state: 'compared' }>;

/** Returns the error for a side that can't be compared. Never quotes a value of the file. */
export function unreadError(unread: Unread): TerminalError {
  const title = t(`compare.problem.${unread.side}`);
  if (unread.state === 'failed') return new TerminalError(`${title}. ${failureText(unread.error)}`, undefined, unread.error.code);
  return new TerminalError(
    [`${title}.`, ...(unread.state === 'faults' ? faultLines(unread.faults) : nameLines(unread.problems))].join('\n'),
  );
}

/** Returns a line for each fault, with its place in the file. */
export function faultLines(faults: readonly ShownFault[]): readonly string[] {
  return faults.map(({ reason, path, line, column, nearest, expected }) => {
    const place = line === undefined ? '' : `${line}:${column ?? 1}: `;
    const hints = [
      nearest !== undefined && t('compare.fault.nearest', { name: nearest }),
      expected !== undefined && t('compare.fault.expected', { expected }),
    ].filter((hint) => hint !== false);
    return `  ${place}${[`${path.length === 0 ? '' : `${path.join('.')}: `}${t(`compare.fault.${reason}`)}.`, ...hints].join(' ')}`;
  });
}

/** Returns a line for each name that keeps a project from being a file. */
export function nameLines(problems: readonly ShownNamingProblem[]): readonly string[] {
  return problems.map(({ section, key, reason }) => `  ${t(`compare.names.${reason}`, { section, name: key })}.`);
}

const marks = { added: ['+', 'green'], changed: ['~', 'yellow'], removed: ['-', 'red'] } as const;
/** Characters of a value in a pipe, where nothing says how wide a line may be. */
const maxValue = 200;

/** Returns the rows that differ, below their sections. */
export function differenceText(rows: readonly ShownRow[], terminal: Terminal): string {
  const lines: string[] = [];
  let section = '';
  for (const row of rows) {
    if (row.kind === 'same') continue;
    if (row.section !== section) lines.push(terminal.style('bold', row.section));
    section = row.section;
    const [mark, style] = marks[row.kind];
    lines.push(terminal.style(style, `  ${mark} ${safeLine(row.key)}`) + remark(row));
    if (row.kind === 'changed') lines.push(...changeLines(row, (terminal.columns ?? maxValue) - 8));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns against what was compared: what was the same when something was applied last, or nothing. */
export function baseText(base: string | null): string {
  return `${base === null ? t('compare.two-way') : t('compare.three-way', { date: base })}\n`;
}

const changes = { source: 'changed in the source', target: 'changed in the target', both: 'conflict: changed in both' } as const;

function remark({ barrier, isGuarded, kind, changedIn }: ShownRow): string {
  const remarks = [
    changedIn !== null && changes[changedIn],
    barrier !== null && t(`compare.barrier.${barrier}`),
    isGuarded && 'applied only if --only names it',
    kind === 'removed' && barrier === null && 'deleted only with --prune',
  ].filter((text) => text !== false);
  return remarks.length === 0 ? '' : `  (${remarks.join('; ')})`;
}

/** Returns what the target has, and what the source says: the fields that differ of objects. Of a conflict, also what they had before. */
function changeLines({ base, source, target, changedIn }: ShownRow, width: number): readonly string[] {
  const before = (value: unknown) => (changedIn === 'both' ? `  (before: ${shown(value, width)})` : '');
  if (!isRecord(source) || !isRecord(target)) return [`      ${shown(target, width)} → ${shown(source, width)}${before(base)}`];
  const names = [...new Set([...Object.keys(target), ...Object.keys(source)])];
  return names
    .filter((name) => JSON.stringify(target[name]) !== JSON.stringify(source[name]))
    .map(
      (name) =>
        `      ${safeLine(name)}: ${shown(target[name], width)} → ${shown(source[name], width)}${before(isRecord(base) ? base[name] : undefined)}`,
    );
}

function shown(value: unknown, width: number): string {
  const text = value === undefined ? '–' : safeLine(JSON.stringify(value));
  const most = Math.max(16, Math.floor(width / 2) - 2);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the requests of a plan in their order, and the secrets that they need. */
export function planText({ steps, asks }: ShownPlan, done = 0): string {
  const lines = steps.map((step, at) => `${at < done ? '✓' : ' '} ${String(at + 1).padStart(3)}  ${safeLine(stepText(step))}`);
  const secrets = asks.map(({ name, section, key }) => `      \${${name}} for ${safeLine(`${section}/${key}`)}`);
  return [...lines, ...(secrets.length === 0 ? [] : ['Secrets, from the environment:', ...secrets]), ''].join('\n');
}

function stepText({ kind, rows }: PlannedStep): string {
  return t(`compare.step.${kind}`, { name: rows[0]?.key ?? '', names: rows.map(({ key }) => key).join(', ') });
}

/** Returns why a plan can't be applied. */
export function refusalLines({ refusals }: ShownPlan): readonly string[] {
  return refusals.map(({ reason, key, names }) => `  ${t(`compare.refusal.${reason}`, { name: key, names: names.join(', ') })}.`);
}
