import { useState } from 'react';
import type { ConfigSource } from '#contract/service/config.ts';
import { unlinkConfiguration } from '#data/configuration.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import styles from './configuration.module.css';

interface ConfigSourceRowProps {
  connectionId: string;
  source: ConfigSource;
  disabledReason: string | undefined;
}

/** What pushes the level of the branch, which overwrites changes of it, and the way to forget that. */
export function ConfigSourceRow({ connectionId, source, disabledReason }: ConfigSourceRowProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const [isAsking, setAsking] = useState(false);
  const unlink = async () => {
    await unlinkConfiguration(connectionId);
    show({ tone: 'good', title: 'configuration.unlink.done' });
  };
  return (
    <FactRow label={t('configuration.source')}>
      {source.type === 'pushed-from-github' ? (
        <bdi>{`${source.owner}/${source.repo} · ${source.branch} · ${source.commit_hash.slice(0, 10)} · ${source.config_file_path}`}</bdi>
      ) : (
        t(`configuration.source.${source.type}`)
      )}
      {source.type !== 'unlinked' && (
        <>
          <p className={styles.quiet}>{t('configuration.source.overwrites')}</p>
          <Button size="sm" disabledReason={disabledReason} onClick={() => setAsking(true)}>
            {t('configuration.unlink')}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('configuration.unlink.title')}
        consequence={t('configuration.unlink.text')}
        confirmLabel={t('configuration.unlink')}
        danger
        environment={environment}
        onConfirm={unlink}
      />
    </FactRow>
  );
}
