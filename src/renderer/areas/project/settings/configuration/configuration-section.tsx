import { useState } from 'react';
import type { ConfigLevel, ConfigSource } from '#contract/service/config.ts';
import { type Configuration, unlinkConfiguration, useConfiguration } from '#data/configuration.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { type SetKey, setKeys, valueText } from './config-keys';
import styles from './configuration.module.css';
import { KeyDialog } from './key-dialog';

interface ConfigSourceRowProps {
  connectionId: string;
  source: ConfigSource;
  disabledReason: string | undefined;
}

/** What pushes the level of the branch, which overwrites changes of it, and the way to forget that. */
function ConfigSourceRow({ connectionId, source, disabledReason }: ConfigSourceRowProps) {
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

interface ConfigurationSectionProps {
  connectionId: string;
  disabledReason: string | undefined;
}

/**
 * Where each value of the configuration comes from. It is read once it is asked for, and isn't there before the service is known to have
 * levels (2.8.61).
 */
export function ConfigurationSection({ connectionId, disabledReason }: ConfigurationSectionProps) {
  const { t } = useMessages();
  const isOffered = useConnection(connectionId)?.features?.['config-levels'] === true;
  const [isShown, setShown] = useState(false);
  const { data, error, isFetching, refetch } = useConfiguration(connectionId, isOffered && isShown);
  if (!isOffered) return null;
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  return (
    <PageSection title={t('configuration')} text={t('configuration.text')}>
      {data !== undefined && failure && <OutdatedMessage {...failure} />}
      <Card>
        {!isShown && (
          <CardRow>
            <Button onClick={() => setShown(true)}>{t('configuration.show')}</Button>
          </CardRow>
        )}
        {isShown && data !== undefined && <Levels connectionId={connectionId} configuration={data} disabledReason={disabledReason} />}
        {isShown && data === undefined && <div className={styles.keys}>{failure ? <ErrorState {...failure} /> : <LoadingKeys />}</div>}
      </Card>
    </PageSection>
  );
}

function LoadingKeys() {
  return (
    <>
      <LoadingStatus />
      <SkeletonRows avatar={false} count={9} rowHeight={40} />
    </>
  );
}

interface LevelsProps extends ConfigurationSectionProps {
  configuration: Configuration;
}

const levelNames = ['project', 'branch', 'environment'] as const satisfies readonly ConfigLevel[];

function Levels({ connectionId, configuration, disabledReason }: LevelsProps) {
  const { t } = useMessages();
  const [search, setSearch] = useState('');
  const [level, setLevel] = useState<ConfigLevel | 'all'>('all');
  const [opened, setOpened] = useState<SetKey | null>(null);
  const keys = setKeys(configuration.levels).filter(
    (each) => (level === 'all' || each.level === level) && foldText(each.key).includes(foldText(search)),
  );
  return (
    <>
      <ConfigSourceRow connectionId={connectionId} source={configuration.source} disabledReason={disabledReason} />
      <div className={styles.tools}>
        <SearchInput label={t('configuration.search')} value={search} onValueChange={setSearch} hasShortcut={false} />
        <Select
          aria-label={t('configuration.level')}
          value={level}
          onChange={({ target }) => setLevel(levelNames.find((name) => name === target.value) ?? 'all')}
        >
          <option value="all">{t('configuration.level.all')}</option>
          {levelNames.map((name) => (
            <option key={name} value={name}>
              {t(`configuration.level.${name}`)}
            </option>
          ))}
        </Select>
      </div>
      <ul className={styles.keys} aria-label={t('configuration')}>
        {keys.length === 0 && <li className={styles.empty}>{t('configuration.none')}</li>}
        {keys.map((each) => (
          <li key={each.key} className={styles.row}>
            <code title={each.key}>{each.key}</code>
            <bdi className={styles.value}>{valueText(each.value)}</bdi>
            <span>
              <Badge>{t(`configuration.level.${each.level}`)}</Badge>
            </span>
            <Button size="sm" aria-label={t('configuration.details.of', { key: each.key })} onClick={() => setOpened(each)}>
              {t('configuration.details')}
            </Button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <KeyDialog
          connectionId={connectionId}
          configuration={configuration}
          shown={opened}
          disabledReason={disabledReason}
          // Another one may be open by then.
          onClose={() => setOpened((now) => (now === opened ? null : now))}
        />
      )}
    </>
  );
}
