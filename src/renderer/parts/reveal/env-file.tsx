import { Download, TriangleAlert } from 'lucide-react';
import { isElectron } from '#lib/is-electron.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { FormFailure } from '../form/form-failure';
import { ChosenFile } from './chosen-file';
import type { EnvFileProps } from './env-file-props';
import styles from './reveal-dialog.module.css';
import { readLines } from './use-copy-secret';

/** Saves secrets as variables of an environment file. */
export function EnvFile(props: EnvFileProps) {
  return isElectron ? <ChosenFile {...props} /> : <DownloadedFile {...props} />;
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
