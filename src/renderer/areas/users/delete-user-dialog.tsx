import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { useDeleteUser } from '#data/users.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { userName, useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { RiskCallout } from '#parts/removal/removal-callouts.tsx';
import { useKeepSnapshot, useSayDeleted } from '#parts/removal/use-keep-snapshot.tsx';
import { useRemovalRisks } from '#parts/removal/use-removal-risks.ts';
import { useTextToType } from '#parts/removal/use-text-to-type.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useEraseUser } from './erase-user';

interface DeleteUserDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a user after a text was typed: the user's own, or the connection's name where its safety level requires that. */
export function DeleteUserDialog({ connectionId, user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const [erases, setErases] = useState(false);
  const snapshot = useKeepSnapshot('user', erases);
  const erase = useEraseUser(connectionId, user);
  const show = useToasts((state) => state.show);

  const sayDeleted = useSayDeleted(connectionId);
  const remove = useDeleteUser(connectionId, user.id);
  const name = useUserName()(user);
  const textToType = useTextToType(connectionId, { id: user.id, email: user.primary_email });
  const { texts, checking } = useRemovalRisks({ connectionId, userId: user.id, teamId: null, readsGrants: true });
  const sayNotErased = (thrown: unknown) => {
    show({ tone: 'bad', title: 'users.delete.not-erased', text: (messages) => errorText(messages, reportOf(thrown)).title });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('users.delete.title', { name })}
      consequence={t('users.delete.consequence')}
      confirmLabel={t('users.delete')}
      danger
      environment={connection?.environment}
      typeToConfirm={textToType}
      disabledReason={checking}
      proof={
        <>
          {snapshot.element}
          <CheckboxChoice label={t('users.delete.erase')} note={t('users.delete.erase.note')} checked={erases} onChange={setErases} />
        </>
      }
      onConfirm={async () => {
        await remove(snapshot.choice);
        const title = (messages: Translator) => messages.t('users.delete.done', { name: userName(messages, user) });
        if (erases)
          await erase().then(
            (count) => show({ tone: 'good', title, text: ({ t: text }) => text('users.erase.entries', { count }) }),
            sayNotErased,
          );
        else void sayDeleted(user.id, title, snapshot.choice);
        onDeleted();
      }}
    >
      <RiskCallout texts={texts} />
    </ConfirmDialog>
  );
}
