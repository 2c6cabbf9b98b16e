import { useId, useState } from 'react';
import { envName } from '#contract/env-line.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { useConnection } from '#data/topics.ts';
import { mediumDate } from '#lib/intl/format.ts';
import type { CreatedKeys, CreatedSecret } from '#lib/rules/project-keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useWarnBeforeUnload } from '#lib/use-warn-before-unload.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type UnsavedKeys, useCreatedKeys } from '#window/created-keys.ts';
import { isNever } from '../api-keys/key-expiry';
import { ReplaceKeysDialog } from '../project-keys/replace-keys-dialog';
import { EnvFile } from './env-file';
import { type ProjectSecret, ProjectSecrets } from './project-secrets';
import styles from './reveal-dialog.module.css';
import { SecretRow } from './secret-row';
import { useHeldSecret } from './use-held-secret';

const ofApiKey = {
  title: 'api-keys.reveal.title',
  text: 'api-keys.reveal.text',
  saved: 'api-keys.reveal.saved',
  leaveTitle: 'api-keys.reveal.leave.title',
  leaveConsequence: 'api-keys.reveal.leave.consequence',
} as const;
const ofProjectKeys = {
  title: 'project-keys.reveal.title',
  text: 'project-keys.reveal.text',
  saved: 'project-keys.reveal.saved',
  leaveTitle: 'project-keys.reveal.leave.title',
  leaveConsequence: 'project-keys.reveal.leave.consequence',
} as const;

/**
 * Offers the oldest unsaved API key, or set of project keys, to be saved. Closes once the user confirmed that it is saved, and asks before it
 * closes otherwise. Then offers to revoke what it replaces. It belongs to the window: screens close when a project turns API keys off or an
 * account is signed out.
 */
export function RevealDialog() {
  const [oldest] = useCreatedKeys((state) => state.unsaved);
  return oldest ? <Unsaved key={oldest.keys.id} unsaved={oldest} /> : null;
}

function Unsaved({ unsaved: { connectionId, keys, replaces } }: { unsaved: UnsavedKeys }) {
  const remove = useCreatedKeys((state) => state.remove);
  const [isSaved, setSaved] = useState(false);
  const close = () => remove(keys.id);
  return (
    <>
      {keys.secrets.map(({ secret }) => (
        <Held key={secret.ref} secretRef={secret.ref} />
      ))}
      {isSaved && replaces !== undefined ? (
        <ReplaceKeysDialog connectionId={connectionId} old={replaces} secrets={keys.secrets} onClose={close} />
      ) : (
        <SaveDialog
          connectionId={connectionId}
          created={keys}
          onSaved={replaces === undefined ? close : () => setSaved(true)}
          onLeave={close}
        />
      )}
    </>
  );
}

interface SaveDialogProps {
  connectionId: string;
  created: CreatedKeys;
  onSaved: () => void;
  /** Called if the user leaves without having saved them. */
  onLeave: () => void;
}

function SaveDialog({ connectionId, created, onSaved, onLeave }: SaveDialogProps) {
  const { t } = useMessages();
  const texts = isProjectKeys(created) ? ofProjectKeys : ofApiKey;
  const environment = useConnection(connectionId)?.environment;
  const [isSaved, setSaved] = useState(false);
  useWarnBeforeUnload(!isSaved);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isSaved ? onSaved() : setAsking(true));
  const footer = (
    <>
      {!isSaved && <span className={styles.reason}>{t('api-keys.reveal.reason')}</span>}
      <Button variant="primary" disabledReason={isSaved ? undefined : t('api-keys.reveal.reason')} onClick={onSaved}>
        {t('api-keys.reveal.done')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      width={584}
      onOpenChange={(open) => open || close()}
      title={t(texts.title)}
      description={t(texts.text)}
      environment={environment}
      footer={footer}
    >
      <div className={styles.body}>
        <Facts created={created} />
        <Secrets created={created} />
        <SavedCheckbox label={t(texts.saved)} isSaved={isSaved} onChange={setSaved} />
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t(texts.leaveTitle)}
        consequence={t(texts.leaveConsequence)}
        confirmLabel={t('api-keys.reveal.leave')}
        danger
        environment={environment}
        onConfirm={onLeave}
      />
    </Dialog>
  );
}

/** Keeps a secret until its dialogs are closed. */
function Held({ secretRef }: { secretRef: string }) {
  useHeldSecret(secretRef);
  return null;
}

function isProjectKeys({ secrets }: CreatedKeys): boolean {
  return secrets.every(isProjectSecret);
}

function isProjectSecret(created: CreatedSecret): created is ProjectSecret {
  return created.kind !== 'api-key';
}

function Secrets({ created: { secrets } }: { created: CreatedKeys }) {
  if (secrets.every(isProjectSecret)) return <ProjectSecrets secrets={secrets} />;
  return secrets.map(({ secret }) => <OneSecret key={secret.ref} secret={secret} />);
}

function Facts({ created: { description, expiresAtMillis } }: { created: CreatedKeys }) {
  const { t, locale } = useMessages();
  const expiry = expiresAtMillis === undefined || isNever(expiresAtMillis) ? 'api-keys.reveal.never-expires' : 'api-keys.reveal.expires';
  return (
    <div className={styles.facts}>
      <Badge className={styles.name} title={description}>
        <bdi>{description}</bdi>
      </Badge>
      <Badge>{t(expiry, { date: mediumDate(expiresAtMillis ?? 0, locale) })}</Badge>
    </div>
  );
}

interface SavedCheckboxProps {
  label: string;
  isSaved: boolean;
  onChange: (isSaved: boolean) => void;
}

function SavedCheckbox({ label, isSaved, onChange }: SavedCheckboxProps) {
  const id = useId();
  return (
    <div className={styles.saved}>
      <input id={id} type="checkbox" checked={isSaved} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

/** A new API key, to be copied or saved as a variable whose name the user chooses. */
function OneSecret({ secret }: { secret: SecretReference }) {
  const { t } = useMessages();
  const [name, setName] = useState('API_KEY');
  const invalid = envName.test(name) ? undefined : t('api-keys.env.name.invalid');
  return (
    <>
      <SecretRow label={t('api-keys.reveal.key')} prefix="sk_" secret={secret} />
      <div className={styles.env}>
        <Field label={t('api-keys.env.name')} error={invalid}>
          {(control) => (
            <TextInput {...control} className={styles.variable} value={name} onChange={(event) => setName(event.target.value.trim())} />
          )}
        </Field>
        <EnvFile entries={[{ name, ref: secret.ref }]} invalid={invalid} />
      </div>
    </>
  );
}
