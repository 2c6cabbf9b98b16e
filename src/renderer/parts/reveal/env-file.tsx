import { Check, Download, FileLock, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { EnvEntries, EnvFileOutcome, EnvFile as FileToWrite } from '#contract/bridge/secrets.ts';
import { api } from '#data/api.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { isElectron } from '#lib/is-electron.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { FormFailure } from '../form/form-failure';
import styles from './reveal-dialog.module.css';
import { readLines } from './use-copy-secret';

/** Saves secrets as variables of an environment file. */
export function EnvFile(props: EnvFileProps) {
  const forbidden = useForbiddenReason('reveal');
  const invalid = forbidden ?? props.invalid;
  return isElectron ? <ChosenFile {...props} invalid={invalid} forbidden={forbidden} /> : <DownloadedFile {...props} invalid={invalid} />;
}

/** A browser saves downloads as it saves all files, so nothing is promised about existing lines and other users. */
function DownloadedFile({ entries, invalid }: EnvFileProps) {
  const { t } = useMessages();
  const download = useAction(async () => offerDownload('latchkey.env', 'text/plain', await readLines(entries)));
  return (
    <>
      <div className={styles.actions}>
        <Button icon={Download} busy={download.isPending} disabledReason={invalid} onClick={() => void download.run()}>
          {t('api-keys.env.download')}
        </Button>
        <span className={styles.hint}>
          <Icon of={TriangleAlert} size={14} />
          {t('api-keys.env.download.text')}
        </span>
      </div>
      {download.failure !== null && <FormFailure report={download.failure} />}
    </>
  );
}

/** Saves secrets to a file that the user chooses in a dialog of the system. The main process writes it, so the page doesn't learn the secrets. */
function ChosenFile({ entries, invalid, forbidden }: EnvFileProps & { forbidden: string | undefined }) {
  const { t } = useMessages();
  const [file, setFile] = useState<FileToWrite | null>(null);
  const [outcome, setOutcome] = useState<EnvFileOutcome | null>(null);
  const choice = useAction(() => api.secrets.chooseEnvFile({}), {
    onDone(chosen) {
      if (chosen.file === null) return;
      setFile(chosen.file);
      setOutcome(null);
    },
  });
  const saving = useAction((fileId: string, replace: boolean) => api.secrets.saveToEnvFile({ fileId, entries, replace }), {
    onDone: setOutcome,
  });
  const failure = saving.failure ?? choice.failure;
  const save = (replace: boolean) => file && void saving.run(file.id, replace);
  return (
    <>
      <div className={styles.actions}>
        <span className={styles.path} title={file?.path}>
          <Icon of={FileLock} size={14} />
          <bdi>{file?.path ?? t('api-keys.env.no-file')}</bdi>
        </span>
        <Button busy={choice.isPending} disabledReason={forbidden} onClick={() => void choice.run()}>
          {t('api-keys.env.choose')}
        </Button>
        <Button
          busy={saving.isPending}
          disabledReason={invalid ?? (file === null ? t('api-keys.env.no-file') : undefined)}
          onClick={() => save(false)}
        >
          {t('api-keys.env.save')}
        </Button>
      </div>
      {file !== null && <FileFacts file={file} outcome={outcome} count={entries.length} />}
      {outcome?.outcome === 'already-assigned' && (
        <Callout
          tone="warn"
          title={t('api-keys.env.assigned', { name: outcome.names.join(', ') })}
          action={
            <Button size="sm" onClick={() => save(true)}>
              {t('api-keys.env.replace', { count: outcome.names.length })}
            </Button>
          }
        >
          {t('api-keys.env.assigned.text', { count: outcome.names.length })}
        </Callout>
      )}
      {failure !== null && <FormFailure report={failure} />}
    </>
  );
}

function FileFacts({ file, outcome, count }: { file: FileToWrite; outcome: EnvFileOutcome | null; count: number }) {
  const { t } = useMessages();
  const isSaved = outcome?.outcome === 'saved';
  const text: MessageKey = isSaved
    ? outcome.isPrivate
      ? 'api-keys.env.written.private'
      : 'api-keys.env.written'
    : file.exists
      ? 'api-keys.env.kept'
      : 'api-keys.env.new';
  return (
    <div role="status">
      <p className={styles.hint}>
        <Icon of={Check} size={14} />
        {t(text, { count })}
        {file.ignoredByGit === true && ` ${t('api-keys.env.ignored')}`}
      </p>
      {file.ignoredByGit === false && (
        <p className={styles.warning}>
          <Icon of={TriangleAlert} size={14} />
          {t('api-keys.env.not-ignored', { count })}
        </p>
      )}
    </div>
  );
}

/** Secrets that are saved to an environment file. */
interface EnvFileProps {
  entries: EnvEntries;
  /** Why they can't be saved. */
  invalid?: string | undefined;
}
