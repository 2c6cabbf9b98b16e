import { type FormEvent, useEffect, useRef, useState } from 'react';
import { openLink } from '#data/callbacks.ts';
import { wholeErrorText } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import styles from './steps.module.css';

/** Returns an action that opens a link that was pasted on a connection's card, and shows the link's own card. */
export function useOpenLink(connectionId: string) {
  const messages = useMessages();
  const { isPending, failure, run, reset } = useAction(async (text: string) => {
    const open = fromHere();
    open(paths.link(await openLink(text, connectionId)));
  });
  return {
    busy: isPending,
    error: failure === null ? undefined : wholeErrorText(messages, failure),
    open: (text: string) => void run(text),
    reset,
  };
}

/** Takes the link of an email that was opened elsewhere, instead of its code. */
export function PasteLink({ connectionId, initiallyOpen = false }: { connectionId: string; initiallyOpen?: boolean }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(initiallyOpen);
  if (isOpen) return <LinkForm connectionId={connectionId} takesFocus={!initiallyOpen} />;
  return (
    <Button className={styles.wide} onClick={() => setOpen(true)}>
      {t('sign-in.have-link')}
    </Button>
  );
}

function LinkForm({ connectionId, takesFocus }: { connectionId: string; takesFocus: boolean }) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const { busy, error, open, reset } = useOpenLink(connectionId);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(text.trim() === '');
    if (text.trim() !== '' && !busy) open(text.trim());
    input.current?.focus();
  };
  const type = (next: string) => {
    setText(next);
    setEmpty(false);
    reset();
  };
  return (
    <form className={styles.link} onSubmit={submit} noValidate>
      <Field label={t('sign-in.link')} error={isEmpty ? t('sign-in.link.missing') : error} help={t('sign-in.link.help')}>
        {(control) => <TextInput {...control} ref={input} value={text} onChange={(event) => type(event.target.value)} />}
      </Field>
      <Button type="submit" className={styles.wide} busy={busy}>
        {t('sign-in.link.open')}
      </Button>
    </form>
  );
}
