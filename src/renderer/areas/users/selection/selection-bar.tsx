import { Mail, X } from 'lucide-react';
import type { UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import type { ExportDialogProps, ExportScopeChoice } from '#parts/export/export-dialog.tsx';
import { maxRecipients } from '#parts/send-email/recipients.ts';
import type { SendEmail } from '#parts/send-email/use-send-email.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import styles from '../page/user-panel.module.css';
import type { Selection } from './use-selection';

/** All users of a list. Which ones these are is read when they are used, and is then no longer changed by what happens to the list. */
export interface Matching {
  readonly count: number;
  readonly scope: UserScope;
  readonly asOfMillis: number | null;
  readonly readIds: () => Promise<readonly string[]>;
  readonly readEmails: () => Promise<readonly string[]>;
}

interface SelectionBarProps {
  connectionId: string;
  /** Metadata paths that the list shows. */
  paths: readonly string[];
  selection: Selection;
  /** All users of the list, if they can be selected at once; null while their number isn’t known. */
  matching?: Matching | null;
  email: SendEmail;
  /** Reads users as the service has them. */
  readJson: (ids: readonly string[]) => Promise<readonly object[]>;
  onClear: () => void;
}

/** What can be done with the selected users. Replaces the toolbar. */
export function SelectionBar({ connectionId, paths, selection, matching = null, email, readJson, onClear }: SelectionBarProps) {
  const { t, locale } = useMessages();
  const isAll = selection.isAllMatching && matching !== null;
  const count = isAll ? matching.count : selection.items.size;
  const users = (): ServerUser[] => [...selection.items.values()];
  const emails = () => users().flatMap(({ primary_email: email }) => email ?? []);
  const tooMany = count > maxRecipients ? t('send-email.full', { max: maxRecipients }) : undefined;
  const reading = selection.isReading ? t('ui.loading') : undefined;
  return (
    <ListToolbar
      label={t('users.selection')}
      className={styles.bar}
      end={<IconButton label={t('users.selection.clear')} icon={X} onClick={onClear} />}
    >
      <span role="status" className={styles.count}>
        {t(isAll ? 'users.selection.all' : 'users.selection.count', { count, shown: formatNumber(count, locale) })}
        {selection.isReading && <span className={styles.reading}>{t('ui.loading')}</span>}
      </span>
      {matching !== null && !isAll && matching.count > count && (
        <Button onClick={selection.selectAllMatching}>
          {t('users.selection.select-all', { count: matching.count, shown: formatNumber(matching.count, locale) })}
        </Button>
      )}
      <Button icon={Mail} disabledReason={email.disabledReason ?? reading ?? tooMany} onClick={() => email.open(users())}>
        {t('send-email.title')}
      </Button>
      <ExportButton
        hasText
        connectionId={connectionId}
        kind="users"
        scopes={exportScopes(selection, matching)}
        paths={paths}
        indexAsOfMillis={matching?.asOfMillis ?? null}
      />
      <CopyTextButton
        value={async () => {
          const ids = isAll ? await matching.readIds() : [...selection.items.keys()];
          return ids.join('\n');
        }}
      >
        {t('users.selection.copy-ids')}
      </CopyTextButton>
      <CopyTextButton
        value={async () => (isAll ? await matching.readEmails() : emails()).join('\n')}
        disabledReason={!isAll && emails().length === 0 ? t('users.selection.no-emails') : undefined}
      >
        {t('users.selection.copy-emails')}
      </CopyTextButton>
      <CopyTextButton
        disabledReason={isAll ? t('users.selection.json-loaded') : undefined}
        value={async () => JSON.stringify(await readJson([...selection.items.keys()]), null, 2)}
      >
        {t('users.selection.copy-json')}
      </CopyTextButton>
    </ListToolbar>
  );
}

/** Returns what can be exported, first what is selected. */
function exportScopes({ items, isAllMatching }: Selection, matching: Matching | null): ExportDialogProps['scopes'] {
  const selected: ExportScopeChoice = { scope: { kind: 'ids', ids: [...items.keys()] }, count: items.size };
  if (matching === null) return [selected];
  const all: ExportScopeChoice = { scope: { kind: 'matching', scope: matching.scope }, count: matching.count };
  return isAllMatching ? [all] : [selected, all];
}
