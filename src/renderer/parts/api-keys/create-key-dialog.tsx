import { useForm } from 'react-hook-form';
import { type KeyOwner, type NewApiKey, useCreateApiKey } from '#data/api-keys.ts';
import { useConnection, useIsImpersonating } from '#data/topics.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { useCreatedKeys } from '#window/created-keys.ts';
import { expiryMillis } from './key-expiry';
import { KeyFields, type KeyTexts, type NewKeyFields, newKeyFields } from './key-fields';
import { NotCreated } from './not-created';

const texts: KeyTexts = {
  description: 'api-keys.description',
  help: 'api-keys.description.help',
  missing: 'api-keys.description.missing',
  never: 'api-keys.expiry.never.warning',
};

interface CreateKeyDialogProps {
  owner: KeyOwner;
  onClose: () => void;
}

/** The form of a new API key. Keeps its content when the key can't be created. The window then offers the key to be saved. */
export function CreateKeyDialog({ owner, onClose }: CreateKeyDialogProps) {
  const { t } = useMessages();
  const serviceNow = useServiceNow();
  const environment = useConnection(owner.connectionId)?.environment;
  const isImpersonating = useIsImpersonating(owner.connectionId);
  const { mutateAsync: create } = useCreateApiKey(owner);
  const add = useCreatedKeys((state) => state.add);
  // Also if this form was closed before the key was there.
  const createAndReveal = async (key: NewApiKey) => add({ connectionId: owner.connectionId, keys: await create(key) });
  const creation = useAction(createAndReveal, { onDone: onClose, toastsLate: true });
  const ofUser = isImpersonating ? 'users.keys.none' : 'api-keys.none.user';
  const form = useForm<NewKeyFields>({ defaultValues: newKeyFields });
  const send = form.handleSubmit(({ description, expiry, date }) => {
    const expiresAt = expiryMillis(expiry, date, serviceNow());
    if (expiresAt !== undefined) void creation.run({ description: description.trim(), expires_at_millis: expiresAt });
  });
  return (
    <FormDialog
      title={t('api-keys.create')}
      description={t(owner.kind === 'user' ? ofUser : 'api-keys.none.team')}
      environment={environment}
      actionLabel={t('api-keys.create')}
      busy={creation.isPending}
      // The key may exist by now, and only the response contains it.
      busyReason={t('api-keys.create.busy')}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      {isImpersonating && (
        <Callout tone="warn" title={t('api-keys.impersonating')}>
          {t('api-keys.impersonating.text')}
        </Callout>
      )}
      <KeyFields form={form} texts={texts} />
      {creation.failure !== null && <NotCreated report={creation.failure} next={t('api-keys.create.unknown')} />}
    </FormDialog>
  );
}
