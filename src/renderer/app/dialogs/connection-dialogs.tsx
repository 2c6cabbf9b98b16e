import { lazy, useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { isSameServer } from '#contract/urls.ts';
import { api } from '#data/api.ts';
import { useIndexState } from '#data/local-index.ts';
import { topicStores, useAccountsOf, useConnection, useTopic } from '#data/topics.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { DeleteIndexDialog } from '#parts/local-index/delete-index-dialog.tsx';
import { TurnOnDialog } from '#parts/local-index/turn-on-dialog.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { useConnectionDialogs } from '#window/open-dialogs.ts';
import { currentPathname, openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import styles from '../rail/group-dialog.module.css';

/** Their own files, as most visits don’t need them. */
const CreateAgainDialog = lazy(() =>
  import('#parts/journal/create-again/create-again-dialog.tsx').then((module) => ({ default: module.CreateAgainDialog })),
);
const DeletedDialog = lazy(() =>
  import('#parts/journal/create-again/deleted-dialog.tsx').then((module) => ({ default: module.DeletedDialog })),
);

/** The dialogs about a connection that can be opened from anywhere. */
export function ConnectionDialogs() {
  const { open, hide } = useConnectionDialogs();
  const connection = useConnection(open?.connectionId);
  const index = useIndexState(open?.connectionId ?? '');
  if (open === null || connection === undefined) return null;
  if (open.kind === 'turn-on-index') return <TurnOnDialog connectionId={connection.id} onClose={hide} />;
  if (open.kind === 'delete-index') return index === undefined ? null : <DeleteIndexDialog index={index} onClose={hide} />;
  if (open.kind === 'deleted') return <DeletedDialog connectionId={connection.id} onClose={hide} />;
  if (open.kind === 'create-again') return <CreateAgainDialog connectionId={connection.id} snapshot={open.snapshot} onClose={hide} />;
  if (open.kind === 'remove') return <RemoveDialog connection={connection} onClose={hide} />;
  return <GroupDialog connection={connection} onClose={hide} />;
}

/** Confirms the removal of a connection and of all its data in the app. */
function RemoveDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useMessages();
  const { id, name, kind, environment, projectId } = connection;
  const accounts = useAccountsOf(id).length;
  const names = useConnectionNames();
  const show = useToasts((state) => state.show);
  const [erasesEntries, setErasesEntries] = useState(false);
  const isLast = !useTopic('connections.list').some((other) => other.id !== id && isSameProject(other, connection));
  const remove = async () => {
    await api.connections.remove({ id, erasesEntries: isLast && erasesEntries });
    await topicStores['connections.list'].refresh();
    // Where the user is by then.
    if (currentPathname().startsWith(`/c/${encodeURIComponent(id)}/`)) openPath(paths.start(), { replace: true, isGone: true });
    show({ tone: 'good', title: ({ t }) => t('connect.removed', { name }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('connect.remove.title', { name: names.get(id) ?? name })}
      consequence={t(kind === 'sandbox' ? 'connect.remove.consequence.sandbox' : 'connect.remove.consequence', { accounts })}
      confirmLabel={t('connect.remove')}
      danger
      environment={environment}
      typeToConfirm={environment === 'production' ? shownNameToType(name, projectId) : undefined}
      onConfirm={remove}
      proof={
        // The history of a project to which another connection leads is still of use.
        isLast && (
          <CheckboxChoice
            label={t('connect.remove.entries')}
            note={t('connect.remove.entries.note')}
            checked={erasesEntries}
            onChange={setErasesEntries}
          />
        )
      }
    />
  );
}

function isSameProject(one: Connection, other: Connection): boolean {
  return one.projectId === other.projectId && one.kind === other.kind && isSameServer(one.baseUrl, other.baseUrl);
}

/** Puts a connection into a group of the rail, a new one or one there is; no name takes it out. */
function GroupDialog({ connection: { id, name, group }, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useMessages();
  const [typed, setTyped] = useState(group ?? '');
  const { busy, error, save } = useSetGroup(id, onClose);
  const groups = [...new Set(useTopic('connections.list').flatMap((connection) => connection.group ?? []))];
  return (
    <FormDialog
      title={t('shell.group.title', { name })}
      actionLabel={t('ui.save')}
      busy={busy}
      onClose={onClose}
      onSubmit={() => save(typed.trim() || null)}
    >
      <Field label={t('shell.group.name')} help={t('shell.group.help')} error={error}>
        {(control) => <TextInput {...control} dir="auto" maxLength={60} value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
      {groups.length > 0 && (
        <div className={styles.groups}>
          {groups.map((known) => (
            <Button key={known} size="sm" aria-pressed={known === typed.trim()} onClick={() => setTyped(known)}>
              <bdi>{known}</bdi>
            </Button>
          ))}
        </div>
      )}
    </FormDialog>
  );
}

function useSetGroup(id: string, onDone: () => void) {
  const messages = useMessages();
  const { isPending, failure, run } = useAction((group: string | null) => api.connections.setGroup({ id, group }), {
    onDone,
    toastsLate: true,
  });
  const error = failure === null ? undefined : errorText(messages, failure).title;
  return { busy: isPending, error, save: (group: string | null) => void run(group) };
}
