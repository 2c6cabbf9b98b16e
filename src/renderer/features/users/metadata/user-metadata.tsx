import { useState } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import { LeaveGuard } from '../../../blocks/form/leave-guard';
import { useMessages } from '../../../lib/use-messages';
import { useShortcut } from '../../../lib/use-shortcut';
import { useConnection } from '../../../stores/connections';
import { Callout } from '../../../ui/feedback/callout';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { userPlaceParameters } from '../page/user-place-parameters';
import { ChangesCard } from './changes-card';
import { MetadataBar } from './metadata-bar';
import { type MetadataKind, metadataKinds } from './metadata-kinds';
import { MetadataPane } from './metadata-pane';
import { isUnready, useKindDraft } from './use-kind-draft';
import styles from './user-metadata.module.css';

interface UserMetadataProps {
  connectionId: string;
  user: ServerUser;
  /** Whether the user was deleted elsewhere, which the screen says above. */
  isGone: boolean;
  /** Why nothing can be changed. */
  disabledReason: string | undefined;
}

const [client, readOnly, server] = metadataKinds;

/** The three kinds of metadata of a user: one editor at a time, and what saving would change beside it. */
export function UserMetadata({ connectionId, user, isGone, disabledReason }: UserMetadataProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [name, setName] = useState<MetadataKind['kind']>('client');
  const [isAsking, setAsking] = useState(false);
  const drafts = [
    useKindDraft(connectionId, user, client),
    useKindDraft(connectionId, user, readOnly),
    useKindDraft(connectionId, user, server),
  ];
  const dirty = drafts.filter(({ draft }) => draft.isDirty);
  const shown = drafts.find(({ kind }) => kind.kind === name) ?? drafts[0];
  const isBlocked = disabledReason !== undefined || dirty.some(isUnready);
  const saveAll = async () => {
    for (const { save } of dirty) await save();
  };
  const save = () => {
    if (isBlocked || dirty.length === 0) return;
    if (dirty.some(({ schema }) => schema.problems.length > 0)) setAsking(true);
    else void saveAll();
  };
  useShortcut({ key: 's', mod: true }, save);
  if (shown === undefined) return null;
  return (
    <div className={styles.tab}>
      <div className={styles.scroll}>
        <div className={styles.columns}>
          <div className={styles.main}>
            {disabledReason !== undefined && !isGone && <p className={styles.quiet}>{disabledReason}</p>}
            {shown.draft.conflict !== null && (
              <Callout tone="warn" title={t('users.conflict.title')}>
                {t(shown.openConflicts > 0 ? 'users.metadata.conflict.choose' : 'users.metadata.conflict.combined')}
              </Callout>
            )}
            <MetadataPane
              key={shown.kind.kind}
              of={shown}
              drafts={drafts}
              onShow={setName}
              disabledReason={disabledReason}
              onSubmit={save}
            />
          </div>
          <aside className={styles.side}>
            <ChangesCard of={shown} disabledReason={disabledReason} />
            <p className={styles.quiet}>{t('users.metadata.text')}</p>
          </aside>
        </div>
      </div>
      <MetadataBar dirty={dirty} disabledReason={disabledReason} onSave={save} />
      <LeaveGuard when={dirty.some(({ draft }) => !draft.saving.isPending)} parameters={userPlaceParameters} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('users.schema.ask.title')}
        consequence={t('users.schema.ask.text')}
        confirmLabel={t('users.schema.ask.save')}
        environment={environment}
        onConfirm={saveAll}
      />
    </div>
  );
}
