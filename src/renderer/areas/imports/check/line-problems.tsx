import type { LineProblem } from '#contract/imports/check.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useConcealing } from '#lib/privacy/shown-text.ts';
import { shownUnknown } from '#lib/privacy/shown-unknown.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import styles from './check.module.css';

/** Why a line can’t be imported. Values of the file are concealed in privacy mode. */
export function LineProblems({ problems }: { problems: readonly LineProblem[] }) {
  const messages = useMessages();
  // For being drawn again when privacy mode is turned on or off.
  useConcealing(messages);
  if (problems.length === 0) return null;
  return (
    <span className={styles.problems}>
      {problems.map((problem, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none is reordered
        <span key={at}>{problemText(messages, problem)}</span>
      ))}
    </span>
  );
}

/** Returns why a line can't be imported: “seats is “twelve”, and has to be a number”. */
function problemText({ t, locale }: Translator, problem: LineProblem): string {
  const { reason, columnName, value, line, expected, found } = problem;
  const text = t(`imports.reason.${reason}`, {
    value: value === null ? '' : shownUnknown(value),
    line: line === undefined ? '' : formatNumber(line, locale),
    expected: expected ?? 0,
    found: found ?? 0,
  });
  return columnName === null ? text : t('imports.reason.column', { column: columnName, reason: text });
}
