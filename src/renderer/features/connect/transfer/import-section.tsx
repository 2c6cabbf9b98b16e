import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { api } from '../../../api';
import { errorText, reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { connectionsStore } from '../../../stores/connections';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import { Field } from '../../../ui/inputs/field';
import { TextArea } from '../../../ui/inputs/text-area';
import { PageSection } from '../../../ui/layout/page';
import { type Imported, ImportResult } from './import-result';
import styles from './transfer.module.css';

/** Takes over connections from a file or a pasted text. */
export function ImportSection() {
  const { t } = useMessages();
  const { text, setText, busy, error, outcome, take, takeFile, takePlain } = useImport();
  const file = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (chosen !== undefined) takeFile(chosen);
    // The same file again is a choice, too.
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
      <div role="status">{outcome !== null && <ImportResult imported={outcome} />}</div>
      {outcome?.skipped.some(({ reason }) => reason === 'not-secure') && (
        <Callout tone="warn" title={t('transfer.import.plain')}>
          <p>{t('transfer.import.plain.text')}</p>
          <Button size="sm" busy={busy} onClick={takePlain}>
            {t('transfer.import.plain.take')}
          </Button>
        </Callout>
      )}
      {outcome !== null && outcome.added.length > 0 && (
        <Callout tone="accent" title={t('transfer.import.keys')}>
          {t('transfer.import.keys.text')}
        </Callout>
      )}
    </PageSection>
  );
}

const atMost = 1_000_000;

function useImport() {
  const messages = useMessages();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [outcome, setOutcome] = useState<Imported | null>(null);
  const taken = useRef('');
  const attempt = async (read: () => Promise<string>, allowPlainHttp = false) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    setOutcome(null);
    try {
      const given = await read();
      setOutcome(given.length > atMost ? fail('too-large') : await api.connections.importAll({ text: given, allowPlainHttp }));
      taken.current = given;
      await connectionsStore.refresh();
      setText('');
    } catch (thrown) {
      setError(errorText(messages, reportOf(thrown)).title);
    } finally {
      setBusy(false);
    }
  };
  const fail = (code: 'too-large'): never => {
    throw Object.assign(new Error(code), { name: 'AppError', report: { code } });
  };
  return {
    text,
    setText,
    busy,
    error,
    outcome,
    /** Once more, with those that are reached without encryption. */
    takePlain: () => void attempt(async () => taken.current, true),
    take: (given: string) => void attempt(async () => given),
    takeFile: (file: File) => void attempt(() => (file.size > atMost ? fail('too-large') : file.text())),
  };
}
