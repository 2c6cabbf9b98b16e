import { CircleDashed, CirclePlus } from 'lucide-react';
import type { PreviewEntry } from '../../../../../contract/transfer/sealed-connections';
import type { Translator } from '../../../../../messages/translator';
import { keyKinds } from '../../../../lib/keys/project-keys';
import { useMessages } from '../../../../lib/use-messages';
import { Badge } from '../../../../ui/data/badge';
import { EnvironmentBadge } from '../../../../ui/data/environment-badge';
import { Icon } from '../../../../ui/data/icon';
import { Card, CardRow } from '../../../../ui/layout/card';
import { wouldAdd } from './import-progress';
import styles from './sealed.module.css';

interface PreviewListProps {
  entries: readonly PreviewEntry[];
  allowPlainHttp: boolean;
}

/** The connections in an opened file: their names, addresses, and keys, and whether they would be added. */
export function PreviewList({ entries, allowPlainHttp }: PreviewListProps) {
  const { t } = useMessages();
  if (entries.length === 0) return <p className={styles.note}>{t('sealed.preview.empty')}</p>;
  return (
    <Card role="list" tabIndex={0} aria-label={t('sealed.preview.list')} className={styles.list}>
      {entries.map((entry) => (
        <Row key={entry.index} entry={entry} isNew={wouldAdd(entry, allowPlainHttp)} />
      ))}
    </Card>
  );
}

function Row({ entry: { index, name, connection, skip }, isNew }: { entry: PreviewEntry; isNew: boolean }) {
  const { t } = useMessages();
  return (
    <CardRow role="listitem" className={styles.row}>
      <Icon of={isNew ? CirclePlus : CircleDashed} className={isNew ? styles.new : undefined} />
      <div className={styles.facts}>
        <div className={styles.name}>
          <bdi>{name ?? t('transfer.result.entry', { number: index + 1 })}</bdi>
          {connection !== null && <EnvironmentBadge environment={connection.environment} />}
          {connection !== null && connection.safety !== 'normal' && <Badge>{t(`connect.safety.${connection.safety}`)}</Badge>}
        </div>
        {connection !== null && (
          <>
            <div className={styles.note} dir="ltr">
              {connection.baseUrl}
            </div>
            <div className={styles.note}>{keysText(t, connection.keys)}</div>
          </>
        )}
      </div>
      <span className={styles.state}>{t(isNew ? 'sealed.preview.new' : `sealed.preview.${skip ?? 'new'}`)}</span>
    </CardRow>
  );
}

/** Names the keys, with their last characters where these may be shown. */
function keysText(t: Translator['t'], keys: NonNullable<PreviewEntry['connection']>['keys']): string {
  const texts = keyKinds.flatMap((kind) => {
    const shown = keys[kind];
    if (shown === false) return [];
    const label = t(`connect.key.${kind}`);
    return [typeof shown === 'string' ? `${label} …${shown}` : label];
  });
  return texts.length === 0 ? t('sealed.preview.no-keys') : texts.join(' · ');
}
