import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Attempt } from '#contract/bridge/lock.ts';
import type { Confirmation } from '#contract/bridge/safety.ts';
import { withoutInvisible } from '#contract/text/visible-text.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { translated } from '#lib/intl/translatable.ts';
import { shownTextToType } from '#lib/privacy/shown-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { waitText } from '#lib/wait-text.ts';
import { useWhenLocked } from '#lib/when-locked.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { PassphraseInput } from '#parts/passphrase/passphrase-input.tsx';
import { useWait, type Wait } from '#parts/passphrase/use-wait.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { type Question, useConfirmations } from '#window/open-dialogs.ts';
import styles from './safety-dialog.module.css';

/** Asks for the confirmation, or the proof of presence, that a connection requires. */
export function SafetyDialog() {
  const question = useConfirmations((state) => state.questions[0]);
  if (question === undefined) return null;
  const { id, presence } = question.confirmation;
  const Dialog = presence === 'passphrase' ? WithPassphrase : WithoutPassphrase;
  return <Dialog key={id} question={question} />;
}

function WithoutPassphrase({ question }: { question: Question }) {
  const { t } = useMessages();
  const frame = useFrame(question);
  const { id, kind, presence } = question.confirmation;
  const note = useNote(question.confirmation);
  const [isRefused, setRefused] = useState(false);
  const confirm = async (typed: string) => {
    setRefused(false);
    try {
      await api.safety.confirm({ id, typed, ...note.input });
    } catch (thrown) {
      // The user has canceled what it is about in the meantime.
      if (!useConfirmations.getState().questions.includes(question)) return false;
      setRefused(true);
      throw thrown;
    }
    question.answer(true);
    return true;
  };
  // Where only presence is missing, the button does nothing but show the system’s prompt again.
  const again = isRefused && kind === 'presence' ? { confirmLabel: t('ui.retry') } : {};
  return (
    <ConfirmDialog
      {...frame}
      {...again}
      onConfirm={confirm}
      startsAtOnce={kind === 'presence'}
      disabledReason={note.missing}
      proof={note.field}
    >
      {presence === 'system' && !isRefused && <p className={styles.note}>{t('safety.presence.system')}</p>}
    </ConfirmDialog>
  );
}

function WithPassphrase({ question }: { question: Question }) {
  const messages = useMessages();
  const { t } = messages;
  const frame = useFrame(question);
  const { id } = question.confirmation;
  const note = useNote(question.confirmation);
  const { prove, wait, passphrase, change, input, error } = usePassphraseProof();
  const waiting = wait.seconds > 0 ? waitText(messages, wait.seconds) : undefined;
  const confirm = async (typed: string) => {
    const isProved = await prove((text) => api.safety.confirm({ id, typed, passphrase: text, ...note.input }));
    if (isProved) question.answer(true);
    return isProved;
  };
  const proof = (
    <>
      {note.field}
      <Field label={t('sealed.passphrase')} error={error}>
        {(control) => <PassphraseInput {...control} ref={input} value={passphrase} onChange={({ target }) => change(target.value)} />}
      </Field>
      <p className={styles.note} role="status">
        {waiting}
      </p>
    </>
  );
  return <ConfirmDialog {...frame} onConfirm={confirm} disabledReason={waiting ?? note.missing} proof={proof} />;
}

interface Note {
  readonly field: ReactNode;
  /** Why the change can't be confirmed without it. */
  readonly missing: string | undefined;
  readonly input: { readonly note?: string };
}

/** Maximum length of a note. */
const maxNoteLength = 1_000;

/** Returns the note for the journal, if one is asked for. */
function useNote({ asksNote, effect }: Confirmation): Note {
  const { t } = useMessages();
  const [note, setNote] = useState('');
  useWhenLocked(() => setNote(''));
  if (!asksNote) return { field: undefined, missing: undefined, input: {} };
  const isMissing = withoutInvisible(note).trim() === '';
  return {
    field: (
      <Field label={t('safety.note')} help={effect === 'write' ? undefined : t('safety.note.text')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={maxNoteLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            autoComplete="off"
          />
        )}
      </Field>
    ),
    missing: isMissing ? t('safety.note.missing') : undefined,
    input: { note },
  };
}

/** Returns what both dialogs have in common. */
function useFrame({ confirmation, connectionId, job, answer }: Question) {
  const messages = useMessages();
  const connection = useConnection(connectionId ?? undefined);
  const { kind, name, effect } = confirmation;
  return {
    open: true,
    onOpenChange: (open: boolean) => {
      if (!open) answer(false);
    },
    title: job === undefined ? titleOf(messages, confirmation) : translated(messages, job.title),
    consequence: messages.t(consequenceOf(confirmation)),
    confirmLabel: job === undefined ? buttonOf(messages, confirmation) : translated(messages, job.button),
    danger: effect === 'destroy',
    typeToConfirm: kind === 'type' ? shownTextToType(name, connection?.projectId ?? name) : undefined,
    environment: connection?.environment,
  };
}

function consequenceOf({ kind, effect, endpoint, asksNote }: Confirmation): MessageKey {
  if (endpoint === 'links.accept') return 'safety.approve.consequence';
  if (asksNote && effect === 'write') return 'safety.note.text';
  return `safety.${kind === 'presence' && effect === 'write' ? 'unguard' : effect}.consequence`;
}

function titleOf(messages: Translator, confirmation: Confirmation): string {
  const { name, endpoint, effect } = confirmation;
  const key = keyFor(messages, 'title', confirmation);
  if (key !== undefined) return messages.t(key, { name });
  return messages.t(`safety.${effect === 'destroy' ? effect : 'write'}.title`, { name, area: areaOf(messages, endpoint) });
}

/** Returns the verb of a call and its object. */
function buttonOf(messages: Translator, confirmation: Confirmation): string {
  const effect = confirmation.effect === 'destroy' ? 'destroy' : 'write';
  return messages.t(keyFor(messages, 'button', confirmation) ?? `safety.${effect}.confirm`);
}

/** Returns the text for a call: for its effect if fields of the call make it destructive, else for its endpoint. */
function keyFor({ has }: Translator, part: 'title' | 'button', { endpoint, effect }: Confirmation): MessageKey | undefined {
  const keys: readonly string[] = [`safety.${part}.${endpoint}.${effect}`, `safety.${part}.${endpoint}`];
  return keys.find((key): key is MessageKey => has(key));
}

/** Returns the label of a call's group of endpoints. */
function areaOf({ t, has }: Translator, endpoint: string): string {
  const key: string = `safety.area.${endpoint.split('.')[0]}`;
  return has(key) ? t(key) : t('safety.area.other');
}

interface PassphraseProof {
  readonly passphrase: string;
  readonly change: (passphrase: string) => void;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly error: string | undefined;
  readonly wait: Wait;
  /** Sends the passphrase and resolves to whether it was right. Otherwise shows why it wasn't accepted. */
  readonly prove: (send: (passphrase: string) => Promise<Attempt>) => Promise<boolean>;
}

/** Returns the state of a field for the passphrase by which the user proves to be present. */
function usePassphraseProof(): PassphraseProof {
  const { t } = useMessages();
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<MessageKey>();
  const input = useRef<HTMLInputElement>(null);
  const wait = useWait();
  const change = (next: string) => {
    setPassphrase(next);
    setError(undefined);
  };
  useWhenLocked(() => change(''));
  return {
    passphrase,
    change,
    input,
    error: error && t(error),
    wait,
    async prove(send) {
      if (passphrase === '') setError('sealed.passphrase.missing');
      if (passphrase === '') return false;
      const attempt = await send(passphrase);
      if (attempt.outcome === 'right') return true;
      wait.begin(attempt.waitMillis);
      setError(attempt.outcome === 'wrong' ? 'lock.wrong' : undefined);
      input.current?.select();
      return false;
    },
  };
}
