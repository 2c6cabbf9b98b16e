import { RefreshCw } from 'lucide-react';
import { type MouseEvent, useMemo } from 'react';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { useConnection } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { mediumDate } from '#lib/intl/format.ts';
import { roomFor } from '#lib/intl/room-for.ts';
import { keysOfSet, kindsInUse } from '#lib/rules/project-keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { iconWidth, keyColumns } from '#parts/api-keys/key-columns.tsx';
import type { KeyRow } from '#parts/api-keys/key-rows.ts';
import { useKeySetName } from '#parts/project-keys/use-key-set-name.ts';
import { Badge } from '#ui/data/badge.tsx';
import type { Column } from '#ui/data/virtual-list.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import styles from '../project-keys.module.css';
import { useCreatedHere, useReplacedHere } from '../use-create-and-reveal';

interface ColumnOptions {
  readonly connectionId: string;
  readonly isNarrow: boolean;
  readonly canRevoke: boolean;
  /** Why no keys can be revoked now. */
  readonly blocked: string | undefined;
  /** Why they can’t be rotated. */
  readonly uncreatable: string | undefined;
  readonly onRotate: (set: KeySet) => void;
  readonly onRevoke: (set: KeySet) => void;
}

/** Returns the columns of the list of project keys. */
export function useKeySetColumns(options: ColumnOptions): Column<KeyRow<KeySet>>[] {
  const { connectionId, isNarrow, canRevoke, blocked, uncreatable, onRotate, onRevoke } = options;
  const messages = useMessages();
  const nameOf = useKeySetName();
  const noteOf = useNote(connectionId);
  const [replaced] = useReplacedHere();
  const { t } = messages;
  return keyColumns({
    messages,
    nameHeader: messages.t('api-keys.column.name'),
    nameOf,
    noteOf,
    keys: {
      id: 'keys',
      header: messages.t('project-keys.column.keys'),
      width: isNarrow ? narrowWidth(messages) : '296px',
      cell: ({ key }) => <KeysOfSet set={key} />,
    },
    badgeOf: ({ key, status }) => status !== 'revoked' && replaced.has(key.id) && <Badge tone="warn">{t('project-keys.replaced')}</Badge>,
    actions: {
      width: isNarrow ? iconWidth : roomFor(t('project-keys.rotate.short'), 24),
      of: (key) => <RotateButton set={key} name={nameOf(key)} isNarrow={isNarrow} uncreatable={uncreatable} onRotate={onRotate} />,
    },
    isNarrow,
    isList: false,
    canRevoke,
    blocked,
    onRevoke,
  });
}

interface RotateButtonProps extends Pick<ColumnOptions, 'isNarrow' | 'uncreatable' | 'onRotate'> {
  set: KeySet;
  name: string;
}

/** Replaces keys by new ones; a picture where there is little room. */
function RotateButton({ set, name, isNarrow, uncreatable, onRotate }: RotateButtonProps) {
  const { t } = useMessages();
  const reason = uncreatable ?? (keysOfSet(set).length === 0 ? t('project-keys.rotate.unknown') : undefined);
  const rotate = (event: MouseEvent) => {
    // The row opens the keys.
    event.stopPropagation();
    onRotate(set);
  };
  const label = t('project-keys.rotate.of', { name });
  if (isNarrow) return <IconButton size="sm" icon={RefreshCw} label={label} disabledReason={reason} onClick={rotate} />;
  return (
    <Button size="sm" aria-label={label} disabledReason={reason} onClick={rotate}>
      {t('project-keys.rotate.short')}
    </Button>
  );
}

/** Room for two lines: the key that is safe in a browser, and below it the others. */
function narrowWidth({ t }: Translator): string {
  const others = t('project-keys.kind.server') + t('project-keys.kind.admin');
  return `max(${roomFor(`${t('project-keys.kind.client')}0000`, 22)}, ${roomFor(`${others}00000000`, 48)})`;
}

/** Returns a function that says what is known of a set beyond what the service returns. */
function useNote(connectionId: string): (row: KeyRow<KeySet>) => string {
  const { t, locale } = useMessages();
  const connection = useConnection(connectionId);
  const [createdHere] = useCreatedHere();
  return useMemo(
    () =>
      ({ key, status }) => {
        const revokedAt = status === 'revoked' ? key.manually_revoked_at_millis : undefined;
        if (revokedAt !== undefined) return t('api-keys.revoked-on', { date: mediumDate(revokedAt, locale) });
        if (connection !== undefined && kindsInUse(key, connection).length > 0) return t('project-keys.in-use');
        return t(createdHere.has(key.id) ? 'project-keys.created-here' : 'project-keys.created-elsewhere');
      },
    [connection, createdHere, t, locale],
  );
}

/** The keys of a set by kind. A set that has only kinds that this version doesn't know says so. */
export function KeysOfSet({ set }: { set: KeySet }) {
  const { t } = useMessages();
  const keys = keysOfSet(set);
  if (keys.length === 0) return <span className={styles.quiet}>{t('project-keys.unknown-type')}</span>;
  return (
    <span className={styles.keys}>
      {keys.map(({ kind, lastFour }) => (
        <span key={kind} className={styles.key}>
          <span className={cx(kind === 'admin' && styles.powerful)}>{t(`project-keys.kind.${kind}`)}</span> <code>{lastFour}</code>
        </span>
      ))}
    </span>
  );
}
