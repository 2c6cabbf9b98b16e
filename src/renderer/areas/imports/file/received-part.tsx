import { FileText } from 'lucide-react';
import type { ImportFault } from '#contract/imports/source.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useConcealing } from '#lib/privacy/shown-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import common from '../imports.module.css';
import { ProgressLine } from '../progress-line';
import type { ImportFile } from '../use-import-file';
import styles from './file.module.css';

/** The chosen file: how far it was copied and read, what is in it, or why it can’t be imported. */
export function ReceivedPart({ file: { name, run, source, opening } }: { file: ImportFile }) {
  const messages = useMessages();
  const concealing = useConcealing(messages);
  const { t, locale } = messages;
  if (opening.isPending) {
    const label = t(run?.state === 'reading' ? 'imports.reading' : 'imports.receiving');
    const progress = run?.progress ?? null;
    return (
      <ProgressLine label={label} progress={progress}>
        {progress !== null && t('imports.percent', { value: progress })}
      </ProgressLine>
    );
  }
  const fault = run?.fault ?? null;
  return (
    <div className={styles.chosenText}>
      <p className={styles.chosenName}>
        <Icon of={FileText} size={16} />
        <bdi data-personal="">{name}</bdi>
      </p>
      {source !== null && (
        <p className={common.quiet} role="status">
          {t('imports.found', {
            count: source.lines,
            lines: formatNumber(source.lines, locale),
            columns: source.columns.length,
          })}
        </p>
      )}
      {source === null && fault !== null && (
        <Callout tone="bad" title={faultText(concealing, fault)}>
          {t(`imports.fault.${fault.reason}.text`)}
        </Callout>
      )}
    </div>
  );
}

function faultText({ t, locale }: Translator, { reason, line, column }: ImportFault): string {
  const text = t(`imports.fault.${reason}`, { column: column ?? '' });
  return line === null ? text : t('imports.fault.line', { line: formatNumber(line, locale), text });
}
