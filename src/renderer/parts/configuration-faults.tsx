import type { ReactNode } from 'react';
import type { FolderProblem, ShownFault, ShownNamingProblem } from '#contract/bridge/configuration.ts';
import { formatList } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import styles from './configuration-faults.module.css';

/** What is wrong, each as an item. */
export function ProblemList({ children }: { children: ReactNode }) {
  return <ul className={styles.faults}>{children}</ul>;
}

/** Two objects of one name, or names that no file can have. */
export function NamingProblems({ problems }: { problems: readonly ShownNamingProblem[] }) {
  const { t } = useMessages();
  return (
    <Callout tone="bad" title={t('compare.names')}>
      <ProblemList>
        {problems.map(({ section, key, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may say the same, and none is reordered
          <li key={at} data-personal="">
            {t(`compare.names.${reason}`, { section: t(`compare.section.${section}`), name: key })}
          </li>
        ))}
      </ProblemList>
    </Callout>
  );
}

/** Faults with their lines. */
export function FaultList({ faults }: { faults: readonly ShownFault[] }) {
  const { t, locale } = useMessages();
  return (
    <ProblemList>
      {faults.map(({ reason, path, line, column, nearest, expected, circle }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two faults may say the same, and none is reordered
        <li key={at} data-personal="">
          {line !== undefined && <span className={styles.line}>{t('compare.fault.line', { line, column: column ?? 1 })}</span>}
          <span>
            {t(`compare.fault.${reason}`)}
            {path.length > 0 && (
              <>
                {' '}
                <code>{path.join('.')}</code>
              </>
            )}
            {nearest !== undefined && ` ${t('compare.fault.nearest', { name: nearest })}`}
            {expected !== undefined && ` ${t('compare.fault.expected', { expected })}`}
            {circle !== undefined && ` ${formatList(circle, locale)}`}
          </span>
        </li>
      ))}
    </ProblemList>
  );
}

/** Why a folder couldn’t be read or written, with the files that are in the way. */
export function FolderProblemCallout({ title, problem }: { title: string; problem: FolderProblem }) {
  const { t } = useMessages();
  const { reason, path, code = '', replaced = [], removed = [] } = problem;
  return (
    <Callout tone="bad" title={title}>
      <p data-personal="">{t(`compare.folder.${reason}`, { path, code })}</p>
      {reason === 'in-the-way' && (
        <ProblemList>
          {replaced.map((name) => (
            <li key={name}>{t('compare.folder.replaced', { path: name })}</li>
          ))}
          {removed.map((name) => (
            <li key={name}>{t('compare.folder.removed', { path: name })}</li>
          ))}
        </ProblemList>
      )}
    </Callout>
  );
}
