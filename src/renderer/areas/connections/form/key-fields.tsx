import { LogIn, ShieldCheck } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { useProjectOwner } from '#data/access.ts';
import { type KeyKind, keyKinds } from '#lib/rules/project-keys.ts';
import type { ProjectOwner } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { useFormField } from '#parts/form/use-form-field.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { paths } from '#window/routes.ts';
import styles from './connection-form.module.css';
import type { KeyEntry } from './connection-values';
import { type KeyWarning, keyWarning } from './key-form';
import type { ConnectionForm } from './use-connection-form';

interface KeyFieldProps {
  form: ConnectionForm;
  kind: KeyKind;
  /** As the connection says: its last characters where they may be shown. */
  held: string | boolean;
}

interface EntryProps extends KeyFieldProps {
  onSwap: (entry: KeyEntry) => void;
}

/** One key: to be typed, stored, or to be removed. */
function KeyField(props: KeyFieldProps) {
  const { form, kind } = props;
  const { value: entry, onChange } = useFormField({ form, name: `keys.${kind}` });
  const { place, acted } = useFocusAfterSwap(entry === 'keep' ? 'keep' : entry === null ? 'remove' : 'type');
  const change = (next: KeyEntry) => {
    acted.current = true;
    onChange(next);
  };
  return (
    <div ref={place}>
      {typeof entry === 'object' && entry !== null ? (
        <TypedKey {...props} typed={entry.typed} onSwap={change} />
      ) : (
        <StoredKey {...props} isRemoved={entry === null} onSwap={change} />
      )}
    </div>
  );
}

function TypedKey({ form, kind, typed, onSwap }: EntryProps & { typed: string }) {
  const { t } = useMessages();
  const { label, error, onChange, onBlur, ref } = useFormField({ form, name: `keys.${kind}` });
  const warning = error === undefined ? keyWarning(kind, typed) : null;
  const keep = (
    <Button size="sm" variant="plain" onClick={() => onSwap('keep')}>
      {t('connect.key.keep')}
    </Button>
  );
  return (
    <Field
      label={label}
      help={t(`connect.key.${kind}.help`)}
      error={error}
      warning={warning === null ? undefined : warningText(t, kind, warning)}
      {...(form.stored.keys[kind] === 'keep' ? { aside: keep } : {})}
    >
      {(control) => (
        <PasswordInput
          {...control}
          what="key"
          ref={ref}
          onBlur={onBlur}
          dir="ltr"
          autoComplete="off"
          maxLength={500}
          value={typed}
          onChange={(event) => onChange({ typed: event.target.value })}
        />
      )}
    </Field>
  );
}

function warningText(t: Translator['t'], field: KeyKind, warning: KeyWarning): string {
  if (warning.kind === 'spaces') return t('connect.key.warning.spaces');
  if (warning.kind === 'incomplete') return t('connect.key.warning.incomplete');
  // The publishable key is part of the address of a provider's sign-in page.
  return t(field === 'client' ? 'connect.key.warning.public' : 'connect.key.warning.other-kind', { kind: warning.is });
}

function StoredKey({ form, kind, held, isRemoved, onSwap }: EntryProps & { isRemoved: boolean }) {
  const { t } = useMessages();
  const id = useId();
  const { label } = useFormField({ form, name: `keys.${kind}` });
  const ending = typeof held === 'string' ? `…${held}` : t('connect.key.held');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would separate the key from the fields around it
    <div role="group" aria-labelledby={id}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <div className={styles.held}>
        <span className={isRemoved ? styles.removed : styles.ending}>{isRemoved ? t('connect.key.removed') : ending}</span>
        {isRemoved ? (
          <Button size="sm" aria-label={t('connect.key.undo.of', { key: label })} onClick={() => onSwap('keep')}>
            {t('connect.key.undo')}
          </Button>
        ) : (
          <>
            <Button size="sm" aria-label={t('connect.key.replace.of', { key: label })} onClick={() => onSwap({ typed: '' })}>
              {t('connect.key.replace')}
            </Button>
            <Button size="sm" variant="danger" aria-label={t('connect.key.remove.of', { key: label })} onClick={() => onSwap(null)}>
              {t('connect.key.remove')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Moves the focus to the control that replaces the pressed one. A paste that replaces it leaves the focus alone. */
function useFocusAfterSwap(mode: 'keep' | 'remove' | 'type') {
  const place = useRef<HTMLDivElement>(null);
  const acted = useRef(false);
  useEffect(() => {
    if (acted.current) place.current?.querySelector<HTMLElement>(mode === 'type' ? 'input' : 'button')?.focus();
    acted.current = false;
  }, [mode]);
  return { place, acted };
}

/** The credentials: typed keys, stored keys, and access by the owner's session. */
export function KeyFields({ form, connection }: { form: ConnectionForm; connection: Connection | undefined }) {
  const owner = useProjectOwner(connection);
  const held = (kind: KeyKind) => connection?.credentials[kind] ?? false;
  return (
    <Card className={styles.card}>
      {connection !== undefined && owner !== null && <OwnerAccess connectionId={connection.id} owner={owner} />}
      {keyKinds.map((kind) => (
        <KeyField key={kind} form={form} kind={kind} held={held(kind)} />
      ))}
    </Card>
  );
}

function OwnerAccess({ connectionId, owner: { name, isSignedIn, internal } }: { connectionId: string; owner: ProjectOwner }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const where = { name: name ?? t('connect.owner.unknown'), connection: internal?.name ?? t('connect.owner.gone') };
  return (
    <div className={styles.owner}>
      <Icon of={ShieldCheck} size={18} />
      <div>
        <p className={styles.ownerTitle}>{t('connect.owner', where)}</p>
        <p className={styles.note}>{t(isSignedIn ? 'connect.owner.text' : 'connect.owner.ended')}</p>
      </div>
      {!isSignedIn && internal !== undefined && (
        <Button size="sm" icon={LogIn} onClick={() => void navigate(paths.signIn(internal.id, paths.edit(connectionId)))}>
          {t('ui.sign-in')}
        </Button>
      )}
    </div>
  );
}
