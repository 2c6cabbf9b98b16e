import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { NewKeySet } from '#data/key-sets.ts';
import { useConnection } from '#data/topics.ts';
import { type KeyKind, keyKinds } from '#lib/rules/project-keys.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { expiryMillis, neverMillis } from '#parts/api-keys/key-expiry.ts';
import { KeyFields, type KeyTexts, type NewKeyFields, newKeyFields } from '#parts/api-keys/key-fields.tsx';
import { NotCreated } from '#parts/api-keys/not-created.tsx';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './project-keys.module.css';
import { useCreateAndReveal } from './use-create-and-reveal';

const texts: KeyTexts = {
  description: 'project-keys.description',
  help: 'project-keys.description.help',
  missing: 'project-keys.description.missing',
  never: 'project-keys.expiry.never.warning',
};

interface CreateKeysDialogProps {
  connectionId: string;
  onClose: () => void;
}

/** The form of new project keys. Keeps its content when they can't be created. The window then offers them to be saved. */
export function CreateKeysDialog({ connectionId, onClose }: CreateKeysDialogProps) {
  const { t } = useMessages();
  const serviceNow = useServiceNow();
  const environment = useConnection(connectionId)?.environment;
  const createAndReveal = useCreateAndReveal(connectionId);
  const [kinds, setKinds] = useState<readonly KeyKind[]>(['client', 'server']);
  const [isMissingKind, setMissingKind] = useState(false);
  const creation = useAction((set: NewKeySet) => createAndReveal(set), { onDone: onClose, toastsLate: true });
  const form = useForm<NewKeyFields>({ defaultValues: newKeyFields });
  const send = form.handleSubmit(({ description, expiry, date }) => {
    const expiresAt = expiryMillis(expiry, date, serviceNow());
    if (expiresAt === undefined || kinds.length === 0) return;
    void creation.run({ description: description.trim(), expiresAtMillis: expiresAt ?? neverMillis, kinds });
  });
  return (
    <FormDialog
      title={t('project-keys.create')}
      description={t('project-keys.none.text')}
      environment={environment}
      actionLabel={t('project-keys.create')}
      busy={creation.isPending}
      // The keys may exist by now, and only the response contains them.
      busyReason={t('project-keys.create.busy')}
      onClose={onClose}
      onSubmit={() => {
        setMissingKind(kinds.length === 0);
        void send();
      }}
    >
      <KeyFields form={form} texts={texts} />
      <KindChoices
        kinds={kinds}
        error={isMissingKind && kinds.length === 0 ? t('project-keys.kinds.missing') : undefined}
        onChange={setKinds}
      />
      {creation.failure !== null && <NotCreated report={creation.failure} next={t('project-keys.create.unknown')} />}
    </FormDialog>
  );
}

interface KindChoicesProps {
  kinds: readonly KeyKind[];
  error: string | undefined;
  onChange: (kinds: readonly KeyKind[]) => void;
}

function KindChoices({ kinds, error, onChange }: KindChoicesProps) {
  const { t } = useMessages();
  const id = useId();
  const toggle = (kind: KeyKind, isOn: boolean) => onChange(keyKinds.filter((one) => (one === kind ? isOn : kinds.includes(one))));
  return (
    <fieldset className={styles.kinds} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{t('project-keys.kinds')}</legend>
      {keyKinds.map((kind) => (
        <CheckboxChoice
          key={kind}
          label={t(`project-keys.kind.${kind}`)}
          note={t(`project-keys.kind.${kind}.help`)}
          warns={kind === 'admin'}
          checked={kinds.includes(kind)}
          onChange={(isOn) => toggle(kind, isOn)}
        />
      ))}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
