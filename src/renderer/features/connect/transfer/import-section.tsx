import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { cx } from '../../../lib/class-names';
import { useFileDrop } from '../../../lib/drops/use-file-drop';
import { useMessages } from '../../../lib/use-messages';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import { Field } from '../../../ui/inputs/field';
import { TextArea } from '../../../ui/inputs/text-area';
import { PageSection } from '../../../ui/layout/page';
import { ImportResult } from './import-result';
import { ImportDialog } from './sealed/import-dialog';
import styles from './transfer.module.css';
import { type ImportOutcome, useImport } from './use-import';

/** Imports connections from a file or pasted text. */
export function ImportSection() {
  const { t } = useMessages();
  const { text, setText, busy, error, outcome, sealed, take, takeFiles, takePlain } = useImport();
  const file = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(!busy, takeFiles);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    takeFiles([...(event.target.files ?? [])]);
    // Choosing the same file again is a change, too.
    event.target.value = '';
  };
  return (
    <PageSection title={t('transfer.import')} text={t('transfer.import.text')}>
      <div className={cx(styles.drop, drop.isOver && styles.over)} {...drop.handlers}>
        <Field label={t('transfer.import.paste')} error={error}>
          {(control) => (
            <TextArea
              {...control}
              rows={6}
              dir="ltr"
              className={styles.area}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={text.trim() === '' ? t('transfer.import.empty') : undefined}
          onClick={() => take(text)}
        >
          {t('transfer.import.take')}
        </Button>
        <Button icon={FileUp} onClick={() => file.current?.click()}>
          {t('transfer.import.file')}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label={t('transfer.import.file')}
          className={styles.file}
          tabIndex={-1}
          onChange={choose}
        />
      </div>
      <Outcome outcome={outcome} busy={busy} onTakePlain={takePlain} />
      {sealed !== null && <ImportDialog text={sealed.text} onDone={sealed.finish} onClose={sealed.close} />}
    </PageSection>
  );
}

/** What was imported, and what to do about the rest. */
function Outcome({ outcome, busy, onTakePlain }: { outcome: ImportOutcome | null; busy: boolean; onTakePlain: (() => void) | null }) {
  const { t } = useMessages();
  return (
    <>
      <div role="status">{outcome !== null && <ImportResult imported={outcome} />}</div>
      {onTakePlain !== null && outcome?.skipped.some(({ reason }) => reason === 'not-secure') && (
        <Callout tone="warn" title={t('transfer.import.plain')}>
          <p>{t('transfer.import.plain.text')}</p>
          <Button size="sm" busy={busy} onClick={onTakePlain}>
            {t('transfer.import.plain.take')}
          </Button>
        </Callout>
      )}
      {outcome !== null && !outcome.withKeys && outcome.added.length > 0 && (
        <Callout tone="accent" title={t('transfer.import.keys')}>
          {t('transfer.import.keys.text')}
        </Callout>
      )}
    </>
  );
}
