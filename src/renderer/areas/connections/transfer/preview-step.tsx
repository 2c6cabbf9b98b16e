import { CircleDashed, CirclePlus } from 'lucide-react';
import { useId, useState } from 'react';
import type { PreviewEntry, SealedImport } from '#contract/bridge/sealed-connections.ts';
import { api } from '#data/api.ts';
import { topicStores } from '#data/topics.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { keyKinds } from '#lib/rules/project-keys.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { useKeyStorage } from '#parts/connections/use-key-storage.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Badge, EnvironmentBadge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import type { Imported } from './import-result';
import styles from './sealed.module.css';

// How far the import of an opened file has come: it stops when the keychain fails, and can be repeated.

/** A file that the main process has opened. */
export interface OpenedFile {
  readonly fileId: string;
  readonly preview: readonly PreviewEntry[];
}

type Stop = Extract<SealedImport, { outcome: 'failed' }>;

interface ImportProgress {
  /** What the file contains, compared with the connections as they are now. */
  readonly preview: readonly PreviewEntry[];
  /** IDs of connections that were added so far. */
  readonly added: readonly string[];
  /** Their positions in the file. */
  readonly done: readonly number[];
  readonly stopped: Pick<Stop, 'name' | 'error'> | null;
}

/** Returns the progress before the first attempt. */
export function startOf(preview: readonly PreviewEntry[]): ImportProgress {
  return { preview, added: [], done: [], stopped: null };
}

/** Returns the progress after an attempt that stopped. What would have been added and now exists was added by it. */
export function afterFailure({ preview, added, done }: ImportProgress, { name, error, ...stop }: Stop): ImportProgress {
  const open = new Set(preview.filter((entry) => wouldAdd(entry, true)).map(({ index }) => index));
  const finished = stop.preview.filter(({ index, skip }) => skip === 'duplicate' && open.has(index)).map(({ index }) => index);
  return { preview: stop.preview, added: [...added, ...stop.added], done: [...done, ...finished], stopped: { name, error } };
}

/** Whether an entry would be added. */
export function wouldAdd({ skip }: PreviewEntry, allowPlainHttp: boolean): boolean {
  return skip === null || (allowPlainHttp && skip === 'not-secure');
}

interface PreviewStepProps {
  title: string;
  opened: OpenedFile;
  onDone: (imported: Imported) => void;
  onClose: () => void;
}

/** Shows what an opened file contains, and adds it. */
export function PreviewStep({ title, opened, onDone, onClose }: PreviewStepProps) {
  const { t } = useMessages();
  const storage = useKeyStorage();
  const [allowPlainHttp, setAllowPlainHttp] = useState(false);
  const { progress, adding } = useImport(opened, onDone);
  const { preview } = progress;
  const count = preview.filter((entry) => wouldAdd(entry, allowPlainHttp)).length;
  return (
    <ActionDialog
      title={title}
      description={t(progress.stopped === null ? 'sealed.preview.text' : 'sealed.preview.text.stopped', { storage })}
      width={600}
      actionLabel={t('sealed.preview.add', { count })}
      busy={adding.isPending}
      busyReason={t('sealed.preview.busy')}
      disabledReason={count === 0 ? t('sealed.preview.nothing') : undefined}
      action={() => void adding.run(allowPlainHttp)}
      onClose={onClose}
    >
      <div className={styles.preview}>
        <PreviewList entries={preview} allowPlainHttp={allowPlainHttp} />
        {preview.some(({ skip }) => skip === 'not-secure') && <PlainHttp checked={allowPlainHttp} onChange={setAllowPlainHttp} />}
        <Stopped progress={progress} />
        {adding.failure !== null && <FormFailure report={adding.failure} />}
      </div>
    </ActionDialog>
  );
}

function useImport({ fileId, preview }: OpenedFile, onDone: (imported: Imported) => void) {
  const [progress, setProgress] = useState<ImportProgress>(() => startOf(preview));
  const finish = (result: SealedImport) => {
    if (result.outcome === 'failed') return setProgress(afterFailure(progress, result));
    const skipped = result.skipped.filter(({ index }) => !progress.done.includes(index));
    onDone({ added: [...progress.added, ...result.added], skipped });
  };
  const adding = useAction(
    async (allowPlainHttp: boolean) => {
      const result = await api.sealedConnections.add({ fileId, allowPlainHttp });
      await topicStores['connections.list'].refresh();
      return result;
    },
    { onDone: finish },
  );
  return { progress, adding };
}

/** Why not all connections were added: which one failed, and how many were added before. */
function Stopped({ progress: { stopped, added } }: { progress: ImportProgress }) {
  const messages = useMessages();
  const { t } = messages;
  if (stopped === null) return null;
  const first = t('sealed.preview.stopped', { name: stopped.name, count: added.length });
  const second = errorText(messages, stopped.error).next;
  return <ErrorCallout report={stopped.error} next={t('ui.texts', { first, second })} />;
}

function PlainHttp({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useMessages();
  const id = useId();
  return (
    <Callout
      tone="warn"
      title={<label htmlFor={id}>{t('sealed.preview.plain')}</label>}
      action={<Switch id={id} checked={checked} onCheckedChange={onChange} />}
    >
      {t('sealed.preview.plain.text')}
    </Callout>
  );
}

interface PreviewListProps {
  entries: readonly PreviewEntry[];
  allowPlainHttp: boolean;
}

/** The connections in an opened file: their names, addresses, and keys, and whether they would be added. */
function PreviewList({ entries, allowPlainHttp }: PreviewListProps) {
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
          {connection !== null && <EnvironmentBadge connection={{ ...connection, kind: 'project', colour: null }} />}
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
