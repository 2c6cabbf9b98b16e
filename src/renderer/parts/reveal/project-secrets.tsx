import { Copy } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { cx } from '#lib/class-names.ts';
import { type KeyKind, keyPrefixes, keyVariables } from '#lib/rules/project-keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { EnvFile } from './env-file';
import styles from './reveal-dialog.module.css';
import { CopiedBadge, MaskedSecret, SecretRow } from './secret-row';
import { useCopyLines } from './use-copy-secret';

export interface ProjectSecret {
  readonly kind: KeyKind;
  readonly secret: SecretReference;
}

/** New project keys, to be copied or saved one by one, or as lines of an environment file. */
export function ProjectSecrets({ secrets }: { secrets: readonly ProjectSecret[] }) {
  const { t } = useMessages();
  const [view, setView] = useState<'keys' | 'lines'>('keys');
  const entries = secrets.map(({ kind, secret }) => ({ name: keyVariables[kind], ref: secret.ref }));
  const { clearedAt, copy } = useCopyLines(entries);
  const options = [
    { value: 'keys' as const, label: t('project-keys.reveal.each') },
    { value: 'lines' as const, label: t('project-keys.reveal.lines') },
  ];
  return (
    <>
      <div className={styles.views}>
        <Segmented label={t('project-keys.reveal.view')} value={view} options={options} onValueChange={setView} />
        <span className={styles.tools}>
          <CopiedBadge clearedAt={clearedAt} />
          <Button variant="plain" icon={Copy} busy={copy.isPending} onClick={() => void copy.run()}>
            {t('project-keys.reveal.copy-all')}
          </Button>
        </span>
      </div>
      {view === 'keys' ? <Rows secrets={secrets} /> : <Lines secrets={secrets} />}
      <div className={styles.env}>
        <p className={styles.label}>{t('project-keys.reveal.file')}</p>
        <EnvFile entries={entries} />
      </div>
    </>
  );
}

function Rows({ secrets }: { secrets: readonly ProjectSecret[] }) {
  const { t } = useMessages();
  return (
    <div className={styles.secrets}>
      {secrets.map(({ kind, secret }) => (
        <SecretRow
          key={kind}
          label={
            <>
              {t(`project-keys.kind.${kind}`)}
              <span className={cx(styles.note, kind === 'admin' && styles.powerful)}>{t(`project-keys.kind.${kind}.use`)}</span>
            </>
          }
          name={t(`project-keys.kind.${kind}`)}
          prefix={keyPrefixes[kind]}
          secret={secret}
        />
      ))}
    </div>
  );
}

function Lines({ secrets }: { secrets: readonly ProjectSecret[] }) {
  return (
    <pre className={styles.lines}>
      {secrets.map(({ kind, secret }) => (
        <Fragment key={kind}>
          {keyVariables[kind]}=<MaskedSecret prefix={keyPrefixes[kind]} secret={secret} />
          {'\n'}
        </Fragment>
      ))}
    </pre>
  );
}
