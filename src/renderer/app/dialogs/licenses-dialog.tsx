import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { PackageLicense } from '../../../contract/bridge/app';
import { api } from '../../data/api';
import { queryKeys } from '../../data/keys';
import { reportOf } from '../../lib/errors/error-text';
import { foldText } from '../../lib/search/fold-text';
import { useMessages } from '../../lib/use-messages';
import { Badge } from '../../ui/data/badge';
import { ErrorState } from '../../ui/feedback/error-state';
import { NoMatchState } from '../../ui/feedback/no-match-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { SearchInput } from '../../ui/inputs/search-input';
import { Dialog } from '../../ui/overlays/dialog';
import { useOverlays } from '../../window/overlays';
import styles from './licenses-dialog.module.css';

/** The packages that Latchkey includes, with the texts of their licenses. */
export function LicensesDialog() {
  const { t } = useMessages();
  const hide = useOverlays((state) => state.hide);
  const { data, error, isFetching, refetch } = useQuery({ queryKey: queryKeys.licenses(), queryFn: () => api.app.licenses({}) });
  return (
    <Dialog
      open
      onOpenChange={hide}
      title={t('shell.licenses')}
      description={data && t('shell.licenses.description', { count: data.length })}
      width={640}
    >
      {error !== null && <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />}
      {error === null && data === undefined && <Skeleton width={240} />}
      {data && <Packages licenses={data} />}
    </Dialog>
  );
}

function Packages({ licenses }: { licenses: readonly PackageLicense[] }) {
  const { t } = useMessages();
  const [search, setSearch] = useState('');
  const term = foldText(useDeferredValue(search));
  const found = licenses.filter(({ name, license }) => `${name} ${license}`.toLowerCase().includes(term));
  return (
    <div className={styles.packages}>
      <SearchInput label={t('shell.licenses.search')} hasShortcut={false} value={search} onValueChange={setSearch} />
      {found.length === 0 ? (
        <NoMatchState
          title={t('shell.licenses.none.title')}
          text={t('shell.licenses.none.text')}
          clearLabel={t('shell.licenses.none.clear')}
          onClear={() => setSearch('')}
        />
      ) : (
        <ul data-results="" className={styles.list} aria-label={t('shell.licenses')}>
          {found.map((license) => (
            <li key={`${license.name}@${license.version}`} className={styles.item}>
              <Package license={license} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Package({ license: { name, version, license, text } }: { license: PackageLicense }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-result="" className={styles.summary}>
        <span className={styles.name}>{name}</span>
        <span className={styles.version}>{version}</span>
        <Badge>{license}</Badge>
      </summary>
      {isOpen && <pre className={styles.text}>{text}</pre>}
    </details>
  );
}
