import { Link } from 'react-router';
import { StatusCell } from '../../../blocks/api-keys/key-cells';
import { keyRows } from '../../../blocks/api-keys/key-rows';
import { useKeySetName } from '../../../blocks/project-keys/use-key-set-name';
import { reportOf } from '../../../lib/errors/error-text';
import { keysOfSet, kindsInUse } from '../../../lib/keys/project-keys';
import { hasAdminAccess } from '../../../lib/rules/project-access';
import { useMessages } from '../../../lib/use-messages';
import { useKeySets } from '../../../queries/project/key-sets';
import { paths } from '../../../routes';
import { useConnection } from '../../../stores/connections';
import { useNow } from '../../../ui/data/relative-time';
import { Callout } from '../../../ui/feedback/callout';
import { ErrorState } from '../../../ui/feedback/error-state';
import { SkeletonRows } from '../../../ui/feedback/skeleton';
import { Card, CardRow } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import styles from '../project-keys.module.css';
import type { CheckedProjectKey } from './use-key-check';

/** The sets that a project key may be from. Only its last four characters can be compared. */
export function ProjectKeyResult({ connectionId, keyKind, lastFour }: CheckedProjectKey & { connectionId: string }) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const canList = connection !== undefined && hasAdminAccess(connection);
  const { data, error, isFetching, refetch } = useKeySets(connectionId, canList);
  const title = t('key-check.project-key', { kind: keyKind, lastFour });
  const now = useNow();
  const nameOf = useKeySetName();
  const messages = useMessages();
  if (!canList)
    return (
      <Callout tone="neutral" title={title}>
        {t('key-check.project-key.no-access')}
      </Callout>
    );
  if (data === undefined)
    return error ? (
      <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <SkeletonRows avatar={false} count={1} />
    );
  const isSame = (key: { readonly kind: string; readonly lastFour: string }) => key.kind === keyKind && key.lastFour === lastFour;
  const found = keyRows(
    data.items.filter((set) => keysOfSet(set).some(isSame)),
    { text: '', validity: 'any' },
    now,
    () => [],
  );
  if (found.length === 0)
    return (
      <Callout tone="neutral" title={title}>
        {t('key-check.project-key.none')}
      </Callout>
    );
  return (
    <PageSection title={title} text={t('key-check.project-key.text')}>
      <Card>
        {found.map(({ key, status }) => (
          <CardRow key={key.id}>
            <Link className={styles.owner} to={paths.projectKeys(connectionId, { q: lastFour, type: keyKind })}>
              <bdi>{nameOf(key)}</bdi>
            </Link>
            {kindsInUse(key, connection).length > 0 && <span className={styles.note}>{t('project-keys.in-use')}</span>}
            <StatusCell status={status} messages={messages} />
          </CardRow>
        ))}
      </Card>
    </PageSection>
  );
}
