import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { PackageLicense } from '#contract/bridge/app.ts';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
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
