import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { fail } from '#contract/errors.ts';
import { looksSealed, maxListLength, maxSealedLength } from '#contract/sealed-format.ts';
import { api } from '#data/api.ts';
import { readChosenFile } from '#data/read-chosen-file.ts';
import { topicStores } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useFileDrop } from '#lib/use-file-drop.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { PassphraseInput } from '#parts/passphrase/passphrase-input.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { FileButton } from '#ui/inputs/file-button.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { type Imported, ImportResult } from './import-result';
import { type OpenedFile, PreviewStep } from './preview-step';
import styles from './transfer.module.css';

/** Imports connections from a file or pasted text. */
export function ImportSection() {
  const { t } = useMessages();
  const { text, setText, busy, error, outcome, sealed, take, takeFiles, takePlain } = useImport();
  const drop = useFileDrop(!busy, takeFiles);
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
        <FileButton icon={FileUp} label={t('transfer.import.file')} accept=".json,application/json" onChoose={takeFiles} />
      </div>
      <Outcome outcome={outcome} busy={busy} onTakePlain={takePlain} />
      {sealed !== null && <ImportDialog text={sealed.text} onDone={sealed.finish} onClose={sealed.close} />}
    </PageSection>
  );
}

/** Shows the imported connections, and the reasons why others weren't imported. */
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

interface ImportDialogProps {
  /** The content of the sealed file. */
  text: string;
  onDone: (imported: Imported) => void;
  onClose: () => void;
}

/** Imports a sealed file: asks for its passphrase, then shows what would be added. */
function ImportDialog({ text, onDone, onClose }: ImportDialogProps) {
  const { t } = useMessages();
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const close = () => {
    // The main process would otherwise keep the keys for 15 minutes.
    if (opened !== null) void api.sealedConnections.close({ fileId: opened.fileId }).catch(() => undefined);
    onClose();
  };
  const title = t('sealed.import');
  if (opened === null) return <PassphraseStep title={title} text={text} onOpened={setOpened} onClose={close} />;
  return <PreviewStep title={title} opened={opened} onDone={onDone} onClose={close} />;
}

interface PassphraseStepProps {
  title: string;
  text: string;
  onOpened: (opened: OpenedFile) => void;
  onClose: () => void;
}

/** Opens a sealed file with its passphrase. */
function PassphraseStep({ title, text, onOpened, onClose }: PassphraseStepProps) {
  const messages = useMessages();
  const { t } = messages;
  const [passphrase, setPassphrase] = useState('');
  const [isTried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opening = useAction(() => api.sealedConnections.open({ text, passphrase }), {
    onDone: onOpened,
    onFailure: () => input.current?.select(),
  });
  const { failure } = opening;
  const isWrong = failure?.code === 'passphrase-wrong';
  const missing = isTried && passphrase === '' ? t('sealed.passphrase.missing') : undefined;
  const submit = () => {
    setTried(true);
    if (passphrase !== '') void opening.run();
  };
  return (
    <FormDialog
      title={title}
      description={t('sealed.import.text')}
      actionLabel={t('sealed.import.open')}
      busy={opening.isPending}
      busyReason={t('sealed.import.busy')}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('sealed.passphrase')} error={missing ?? (isWrong ? errorText(messages, failure).title : undefined)}>
        {(control) => (
          <PassphraseInput {...control} ref={input} value={passphrase} onChange={(event) => setPassphrase(event.target.value)} />
        )}
      </Field>
      {failure !== null && !isWrong && <FormFailure report={failure} />}
    </FormDialog>
  );
}

/** What was imported, and whether that includes keys. */
interface ImportOutcome extends Imported {
  readonly withKeys: boolean;
}

/** Imports a list that is typed, chosen, or dropped. A sealed one is checked, and then waits for its passphrase. */
function useImport() {
  const messages = useMessages();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [sealedText, setSealedText] = useState<string | null>(null);
  const imported = useRef('');
  const finish = (input: string, result: ImportOutcome) => {
    setOutcome(result);
    // Nothing else: the user may have typed another list in the meantime.
    setText((now) => (now === input ? '' : now));
  };
  const { isPending, failure, run } = useAction(async (read: () => Promise<string>, allowPlainHttp: boolean) => {
    setOutcome(null);
    const input = await read();
    imported.current = input;
    if (looksSealed(input)) {
      assertLength(input, maxSealedLength);
      await api.sealedConnections.check({ text: input });
      setSealedText(input);
      return;
    }
    assertLength(input, maxListLength);
    const result = await api.connections.importAll({ text: input, allowPlainHttp });
    await topicStores['connections.list'].refresh();
    finish(input, { ...result, withKeys: false });
  });
  const close = () => setSealedText(null);
  return {
    text,
    setText,
    busy: isPending,
    error: failure === null ? undefined : errorText(messages, failure).title,
    outcome,
    /** The sealed list that waits for its passphrase; null if there is none. */
    sealed:
      sealedText === null
        ? null
        : {
            text: sealedText,
            close,
            finish: (result: Imported) => {
              close();
              finish(sealedText, { ...result, withKeys: true });
            },
          },
    /** Imports the last input again, with the connections that use plain HTTP. Null for a sealed list, whose preview offers that. */
    takePlain: outcome?.withKeys ? null : () => void run(async () => imported.current, true),
    take: (input: string) => void run(async () => input, false),
    takeFiles: (files: readonly File[]) => {
      if (files.length > 0) void run(() => readChosenFile(files, { length: maxSealedLength, code: 'import-too-large' }), false);
    },
  };
}

function assertLength({ length }: string, max: number): void {
  if (length > max) throw fail('import-too-large');
}
