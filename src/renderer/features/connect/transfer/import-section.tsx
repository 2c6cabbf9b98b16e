import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { api } from '../../../api';
import { errorText } from '../../../lib/errors/error-text';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { connectionsStore } from '../../../stores/connections';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import { Field } from '../../../ui/inputs/field';
import { TextArea } from '../../../ui/inputs/text-area';
import { PageSection } from '../../../ui/layout/page';
import { type Imported, ImportResult } from './import-result';
import styles from './transfer.module.css';

/** Imports connections from a file or pasted text. */
export function ImportSection() {
  const { t } = useMessages();
  const { text, setText, busy, error, outcome, take, takeFile, takePlain } = useImport();
  const file = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (chosen !== undefined) takeFile(chosen);
    // Choosing the same file again is a change, too.
    event.target.value = '';
  };
  return (
    <PageSection title={t('transfer.import')} text={t('transfer.import.text')}>
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
    </PageSection>
  );
}

/** What was imported, and what to do about the rest. */
function Outcome({ outcome, busy, onTakePlain }: { outcome: Imported | null; busy: boolean; onTakePlain: () => void }) {
  const { t } = useMessages();
  return (
    <>
      <div role="status">{outcome !== null && <ImportResult imported={outcome} />}</div>
      {outcome?.skipped.some(({ reason }) => reason === 'not-secure') && (
        <Callout tone="warn" title={t('transfer.import.plain')}>
          <p>{t('transfer.import.plain.text')}</p>
          <Button size="sm" busy={busy} onClick={onTakePlain}>
            {t('transfer.import.plain.take')}
          </Button>
        </Callout>
      )}
      {outcome !== null && outcome.added.length > 0 && (
        <Callout tone="accent" title={t('transfer.import.keys')}>
          {t('transfer.import.keys.text')}
        </Callout>
      )}
    </>
  );
}

/** Maximum size of an import in characters; in bytes, no valid file is larger. */
const maxSize = 1_000_000;

function useImport() {
  const messages = useMessages();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Imported | null>(null);
  const imported = useRef('');
  const { isPending, failure, run } = useAction(async (read: () => Promise<string>, allowPlainHttp: boolean) => {
    setOutcome(null);
    const input = await read();
    if (input.length > maxSize) throw tooLarge();
    setOutcome(await api.connections.importAll({ text: input, allowPlainHttp }));
    imported.current = input;
    await connectionsStore.refresh();
    setText('');
  });
  return {
    text,
    setText,
    busy: isPending,
    error: failure === null ? undefined : errorText(messages, failure).title,
    outcome,
    /** Imports the last input again, with the connections that use plain HTTP. */
    takePlain: () => void run(async () => imported.current, true),
    take: (input: string) => void run(async () => input, false),
    takeFile: (file: File) => void run(() => (file.size > maxSize ? Promise.reject(tooLarge()) : file.text()), false),
  };
}

function tooLarge(): Error {
  return Object.assign(new Error('too-large'), { name: 'AppError', report: { code: 'too-large' } });
}
